import { parseRecordArguments, RECORD_USAGE, readAccounts, writeRecording } from './record-accounts.ts';
import { RpcClient } from './rpc/index.ts';
import { runCommand } from './run-command.ts';

await runCommand({
  name: 'record',
  usage: RECORD_USAGE,
  parse: parseRecordArguments,
  async run({ rpcUrls: urls, protocol, selection, outDir }) {
    const rpc = new RpcClient({
      urls,
      commitment: 'confirmed',
      timeoutMs: 30_000,
      maxRetries: 4,
      requestsPerSecond: 5,
    });
    try {
      const recording = await readAccounts(rpc, protocol, selection);
      if (recording.accounts.length === 0) throw new Error('no account was found');
      const { accounts, cluster, clock, missing } = await writeRecording(outDir, recording, new Date());
      const absent = missing.length > 0 ? `, ${missing.length} missing` : '';
      process.stdout.write(`${accounts.length} accounts of ${cluster} at slot ${clock.slot} in ${outDir}${absent}\n`);
      return 0;
    } finally {
      rpc.close();
    }
  },
});
