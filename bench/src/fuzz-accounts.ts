import { parseArgs } from 'node:util';
import { DEFAULT_FUZZ_COUNT, DEFAULT_FUZZ_SEED, fuzzAccounts } from './fuzz/bench-fuzz.ts';
import { describeMachine, renderSection } from './lib/report.ts';

const HELP = `node --conditions=@tidemark/source --import tsx bench/src/fuzz-accounts.ts [--count n] [--seed n] [--from n]

  --count  how many mutated accounts (${DEFAULT_FUZZ_COUNT})
  --seed   which run (${DEFAULT_FUZZ_SEED}); the same seed gives the same accounts
  --from   first case, to repeat one that failed: --from <case> --count 1
`;

function main(): void {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: String(DEFAULT_FUZZ_COUNT) },
      seed: { type: 'string', default: String(DEFAULT_FUZZ_SEED) },
      from: { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const [count, seed, from] = [values.count, values.seed, values.from].map(wholeNumber);
  if (count === undefined || seed === undefined || from === undefined) throw new RangeError(HELP);
  const machine = describeMachine();
  const { section, failure } = fuzzAccounts(count, seed, from);
  const date = new Date().toISOString().slice(0, 10);
  process.stdout.write(
    `${renderSection(section, { machine, date, command: `fuzz-accounts --seed ${seed} --from ${from}` })}\n`,
  );
  if (failure === null) return;
  process.stdout.write(`First failure: ${failure}\n`);
  process.exitCode = 1;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`not a whole number: ${text}`);
}

main();
