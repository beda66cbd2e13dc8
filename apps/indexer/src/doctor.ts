import { createInterface } from 'node:readline/promises';
import { advise, problemsOf } from './doctor/advice.ts';
import { DOCTOR_USAGE, type DoctorArguments, parseDoctorArguments } from './doctor/doctor-arguments.ts';
import { compareEndpoints, type Examination, examineEndpoint } from './doctor/examine.ts';
import { RATE_BOUNDS } from './doctor/probe-rate.ts';
import { describeAdvice, describeEndpoint } from './doctor/report.ts';
import { displayHost, systemClock } from './rpc/index.ts';
import { runCommand } from './run-command.ts';

const EXIT_NONE = 1;

async function examine({ urls, withRate }: DoctorArguments): Promise<number> {
  const isRateMeasured = withRate ?? (await askForRate());
  const examined: Examination[] = [];
  for (const url of urls) {
    process.stderr.write(`looking at ${displayHost(url)} …\n`);
    examined.push(await examineEndpoint(url, isRateMeasured, systemClock));
  }
  const standings = await compareEndpoints(examined, systemClock);
  const problems = problemsOf(examined, standings);
  examined.forEach((one, index) => {
    const text = describeEndpoint(one, standings[index] ?? null, problems[index] ?? null, index + 1);
    process.stdout.write(`${text}\n`);
  });
  const advice = advise(examined, standings, problems);
  if (advice.order.length === 0) {
    process.stderr.write('doctor: Tidemark can run on none of these endpoints\n');
    return EXIT_NONE;
  }
  process.stdout.write(describeAdvice(examined, advice));
  return 0;
}

async function askForRate(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const { calls, ms } = RATE_BOUNDS;
  const answer = await terminal.question(
    `Find the rate of each endpoint: up to ${calls} calls in ${ms / 1000} s, until one is refused? [y/N] `,
  );
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

await runCommand({
  name: 'doctor',
  usage: DOCTOR_USAGE,
  parse: (args) => parseDoctorArguments(args, process.env['SOLANA_RPC_URL']),
  run: examine,
});
