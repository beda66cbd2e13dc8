import { parseRecordArguments, RECORD_USAGE } from './record/parse-arguments.ts';
import { readAccounts } from './record/read-accounts.ts';
import { writeRecording } from './record/write-recording.ts';
import { RpcClient } from './rpc/index.ts';

const EXIT_USAGE = 64;

async function record(args: ReturnType<typeof parseRecordArguments>): Promise<string> {
  const rpc = new RpcClient({
    urls: args.rpcUrls,
    commitment: 'confirmed',
    timeoutMs: 30_000,
    maxRetries: 4,
    requestsPerSecond: 5,
  });
  try {
    const recording = await readAccounts(rpc, args.protocol, args.selection);
    if (recording.accounts.length === 0) throw new Error('no account was found');
    const meta = await writeRecording(args.outDir, recording, new Date());
    const missing = meta.missing.length > 0 ? `, ${meta.missing.length} missing` : '';
    return `${meta.accounts.length} accounts of ${meta.cluster} at slot ${meta.clock.slot} in ${args.outDir}${missing}`;
  } finally {
    rpc.close();
  }
}

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(`${RECORD_USAGE}\n`);
    return 0;
  }
  let parsed: ReturnType<typeof parseRecordArguments>;
  try {
    parsed = parseRecordArguments(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${RECORD_USAGE}\n`);
    return EXIT_USAGE;
  }
  try {
    process.stdout.write(`${await record(parsed)}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`record: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

process.exitCode = await main();
