import { STATE_NUMBERS } from '../naive/protocol.ts';
import type { ReceivedState } from '../watch/watch-stream.ts';
import { differenceOf, type Finding } from './finding.ts';
import { committedOf } from './observations.ts';
import type { StoredFacts } from './stored-facts.ts';

export interface WatchedStream {
  readonly received: readonly ReceivedState[];
  readonly losses: readonly string[];
}

/** What the stream delivered against what was stored: each snapshot once, in the order of the commits. */
export function auditStream({ batches, snapshots }: StoredFacts, { received, losses }: WatchedStream): Finding[] {
  const rows = new Map(snapshots.map((row) => [`${String(row['reserve'])} ${String(row['slot'])}`, row]));
  const expected = committedOf(batches).flatMap((batch) =>
    (batch.snapshotReserves ?? []).map((reserve) => {
      const sha256 = rows.get(`${reserve} ${batch.slot}`)?.['account_sha256'];
      return `${batch.commitSeq} ${reserve} ${batch.slot} ${String(sha256)}`;
    }),
  );
  const delivered = received.map(
    ({ id, reserve, slot, accountSha256 }) => `${id.split('.')[0]} ${reserve} ${slot} ${accountSha256}`,
  );
  const findings: string[] = losses.map((loss) => `lost its place: ${loss}`);
  if (expected.length !== snapshots.length) {
    findings.push(`${snapshots.length} rows are stored, and the commits name ${expected.length}`);
  }
  const [wanted, seen] = [new Set(expected), new Set(delivered)];
  if (seen.size !== delivered.length) findings.push(`${delivered.length - seen.size} states were delivered twice`);
  findings.push(...expected.filter((text) => !seen.has(text)).map((text) => `was not delivered: ${text}`));
  findings.push(
    ...delivered.filter((text) => !wanted.has(text)).map((text) => `was delivered and is not stored: ${text}`),
  );
  const places = received.map(({ id }) => id.split('.').map(Number));
  const isInOrder = places.every(([seq = 0, place = 0], index) => {
    const [before = 0, at = -1] = places[index - 1] ?? [];
    return seq > before || (seq === before && place > at);
  });
  findings.push(
    ...received.flatMap(({ id, reserve, slot, row }) => {
      const stored = rows.get(`${reserve} ${slot}`);
      const differences = STATE_NUMBERS.flatMap((name) =>
        stored === undefined ? [] : (differenceOf(`${name}_f`, row[`${name}_f`], stored[`${name}_f`]) ?? []),
      );
      return differences.length === 0 ? [] : [`${id} of ${reserve}: ${differences.join('; ')}`];
    }),
  );
  if (!isInOrder) findings.push('the events did not come in the order of the commits');
  return findings.map((message) => ({ invariant: 'stream', message }));
}
