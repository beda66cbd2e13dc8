import { redactUrl } from '@tidemark/runtime';
import type { StackFacts } from './stack-context.ts';
import type { ReserveCounts } from './wait-for-first-data.ts';

export interface SummaryInput {
  readonly facts: StackFacts;
  readonly reserveCounts: ReserveCounts;
  readonly embeddedPostgres: boolean;
  readonly redisUrl: string | null;
  /** Folder of account files that the localnet serves; null for its built-in scenario. */
  readonly accountsDir: string | null;
  readonly logDir: string;
}

/** The last words of a successful start. */
export function summarize(input: SummaryInput): string {
  const { facts } = input;
  const rows: [string, string][] = [
    ['API', facts.apiUrl],
    ['documentation', `${facts.apiUrl}/docs`],
    ...Object.keys(input.reserveCounts).map((protocol, index): [string, string] => [
      index === 0 ? 'latest reserves' : '',
      `curl ${facts.apiUrl}/v1/${protocol}/lend/reserves/all/latest`,
    ]),
    ['Postgres', input.embeddedPostgres ? `psql '${facts.readerUrl}'` : redactUrl(facts.databaseUrl)],
    ['job queue', input.redisUrl === null ? 'in Postgres (schema bullmq)' : redactUrl(input.redisUrl)],
    ['Solana RPC', facts.rpcUrls.map(redactUrl).join(', ')],
    ...(facts.localnetWsUrl === null ? [] : [['Solana WebSocket', facts.localnetWsUrl] as [string, string]]),
    ['metrics', `${facts.apiUrl}/metrics  ${facts.indexerUrl}/metrics`],
    ['logs', input.logDir],
  ];
  const table = rows.map(([label, value]) => `  ${label.padEnd(17)} ${value}`).join('\n');
  const chain = facts.simulated
    ? describeSimulation(input.accountsDir)
    : `Reading the chain behind ${facts.rpcUrls.map(redactUrl).join(', ')}.${describePublic(facts.rpcUrls)}`;
  return `\nTidemark is up with ${describeCounts(input.reserveCounts)}.\n\n${table}\n\n${chain}\n\nCtrl-C stops all of it.\n`;
}

function describeCounts(counts: ReserveCounts): string {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return `${all} reserves: ${Object.entries(counts)
    .map(([protocol, count]) => `${count} of ${protocol}`)
    .join(', ')}`;
}

/** Public endpoints: free, with rate limits that polls of every reserve exceed before long. */
const PUBLIC_HOSTS: ReadonlySet<string> = new Set([
  'api.mainnet-beta.solana.com',
  'api.mainnet.solana.com',
  'solana-rpc.publicnode.com',
  'solana.drpc.org',
]);

function describePublic(rpcUrls: readonly string[]): string {
  const used = rpcUrls.map((url) => new URL(url).hostname).find((host) => PUBLIC_HOSTS.has(host));
  if (used === undefined) return '';
  return `
${used} is public: enough to look at, too little to rely on. What another endpoint would need and cost:
  npm run doctor -- RPC_URL`;
}

function describeSimulation(accountsDir: string | null): string {
  const origin =
    accountsDir === null
      ? 'its slots, prices and amounts are made up on this machine'
      : `a localnet serves the account files of ${accountsDir}`;
  return `The chain is SIMULATED: ${origin}. For the real one:
  SOLANA_RPC_URL=https://api.mainnet-beta.solana.com npm start`;
}
