import { clusterLabelOf } from '../identify-chain.ts';
import { RpcError } from '../rpc/index.ts';
import type { Advice } from './advice.ts';
import { describeFailure, type Examination, type Standing } from './examine.ts';
import { type Listing, quantile } from './probe-accounts.ts';

/** What was found of one endpoint; `place` counts from 1. */
export function describeEndpoint(
  examined: Examination,
  standing: Standing | null,
  problem: string | null,
  place: number,
): string {
  const { host, genesisHash, version, listings, accounts } = examined;
  const rows: (readonly [string, string] | null)[] = [
    genesisHash === null ? null : ['chain', `${describeChain(genesisHash)}, version ${version ?? 'not told'}`],
    ...listings.map((listing, index) => [index === 0 ? 'reserves' : '', describeListing(listing)] as const),
    accounts === null ? null : ['accounts', `${accounts.keys} in a call, the Clock among them`],
    ['latency', describeLatency(examined)],
    ['rate', describeRate(examined)],
    accounts === null ? null : ['WebSocket', describeSocket(examined)],
    ['slot', describeStanding(standing)],
    ['Tidemark', problem === null ? 'can run on it' : `cannot run on it: ${problem}`],
  ];
  const lines = rows.flatMap((row) => (row === null || row[1] === '' ? [] : [`   ${row[0].padEnd(10)} ${row[1]}`]));
  return [`${place}  ${host}`, ...lines, ''].join('\n');
}

function describeChain(genesisHash: string): string {
  const label = clusterLabelOf(genesisHash);
  return label === 'custom' ? `not mainnet (genesis ${genesisHash})` : label;
}

function describeListing({ protocol, reserves, method, failure }: Listing): string {
  if (failure === null) return `${reserves.length} of ${protocol} (${method ?? 'listed'})`;
  const what = failure.code === 'METHOD_REFUSED' ? 'refuses to list' : 'does not list';
  return `${what} ${protocol} (${describeFailure(failure)})`;
}

function describeLatency({ latency, accounts }: Examination): string {
  if (latency === null) return '';
  const { okMs, failures } = latency;
  const failed = failures.length === 0 ? '' : `, ${failures.length} failed: ${[...new Set(failures)].join(', ')}`;
  if (okMs.length === 0) return failed.slice(2);
  const at = (part: number): number => Math.round(quantile(okMs, part) ?? 0);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (${okMs.length} calls of ${accounts?.keys ?? 0} accounts${failed})`;
}

function describeRate({ rate }: Examination): string {
  if (rate === null) return '';
  if (rate instanceof RpcError) return `not found: ${describeFailure(rate)}`;
  const { calls, ms, limit, againAfterMs, perSecond } = rate;
  const sent = `${calls} calls in ${seconds(ms)}`;
  if (limit === null) return `${sent}, none refused: at least ${perSecond.toFixed(1)} a second`;
  const again = againAfterMs === null ? 'no answer after it' : `an answer again after ${seconds(againAfterMs)}`;
  return `${sent}, then refused, ${again}: about ${perSecond.toFixed(1)} a second`;
}

function describeSocket({ socketFailure }: Examination): string {
  return socketFailure === null
    ? 'slotSubscribe answers: SOLANA_WS_URL=auto is possible'
    : `no slots (${socketFailure})`;
}

function describeStanding(standing: Standing | null): string {
  if (standing === null) return '';
  const { slot, behind, isStill } = standing;
  const place = behind === 0 ? 'none is ahead' : `${behind} behind the newest`;
  return `${slot}, ${isStill ? 'stands still' : place}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Settings for those that can be run on, and what a day takes. */
export function describeAdvice(examined: readonly Examination[], advice: Advice): string {
  const { order, settings, reserves, isListed, cost, pollIntervalMs } = advice;
  const urls = order.map((place) => showUrl(examined[place]?.url ?? '', place + 1));
  const many = settings.map(([name, value]) => `  ${name}=${value}`);
  const count = (value: number): string => value.toLocaleString('en-US');
  const gigabytes = (bytes: number): string => `${Number((bytes / 1e9).toPrecision(2))} GB`;
  return [
    'Settings (.env of the compose stack; variables of npm start):',
    `  SOLANA_RPC_URL=${urls.join(',')}`,
    ...(many.length === 0
      ? ['The others fit as they are.']
      : ['tidemark.env of the compose stack; variables of npm start:', ...many]),
    '',
    `A day: ${count(reserves)} reserves every ${pollIntervalMs / 1000} s${isListed ? '' : ', those that Tidemark knows: no endpoint lists all'}`,
    `  ${count(cost.accountCalls)} getMultipleAccounts, ${count(cost.listingCalls)} getProgramAccounts`,
    `  ${count(cost.credits)} credits, where a call is 1 and getProgramAccounts 10`,
    `  ${gigabytes(cost.bytes)} of answers, ${gigabytes(cost.bytesByGzip)} where the provider sends gzip`,
    '',
  ].join('\n');
}

/** A URL that can hold a key is named by its place alone. */
function showUrl(url: string, place: number): string {
  const { origin, href, hostname } = new URL(url);
  const isBare = href === `${origin}/` && !hostname.split('.').some((label) => label.length >= 24);
  return isBare ? origin : `<URL ${place}>`;
}
