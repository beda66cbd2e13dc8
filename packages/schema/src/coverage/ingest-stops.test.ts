import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Observation, storeObservations } from '../../test/support/build-history.ts';
import { bankAt } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { refreshObservationSpans } from '../history/refresh-observation-spans.ts';
import { listIngestStops } from './coverage-facts.ts';

const at = (seconds: number) => bankAt(seconds).observedAt;
const observation = (seconds: number, other: Partial<Observation> = {}): Observation => ({
  seconds,
  labels: ['x'],
  ...other,
});

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const stopsOf = async (protocol: string) =>
  (await listIngestStops(database.sql, { protocol })).map(({ from, to, reason }) => [from, to, reason]);

it('stops are the times after the spans in which nothing was read, with what failed in them first', async () => {
  const protocol = 'stopped';
  expect(await stopsOf(protocol)).toEqual([]);
  await storeObservations(database.sql, [observation(0), observation(100), observation(120)], protocol);
  await refreshObservationSpans(database.sql, { protocol, from: at(0), to: at(200) });
  await storeObservations(
    database.sql,
    [
      observation(4_000),
      observation(4_020),
      observation(5_000, { failed: true }),
      observation(5_010, { failed: true, kind: 'follow' }),
      observation(6_000, { kind: 'follow' }),
      observation(7_000),
    ],
    protocol,
  );
  // The stop from 0 to 100 is one of the ledger; the newest observation is long ago, so that nothing is read now.
  expect(await stopsOf(protocol)).toEqual([
    [at(120), at(4_000), 'not_polled'],
    [at(4_020), at(7_000), 'poll_failed:RPC_TIMEOUT'],
    [at(7_000), null, 'not_polled'],
  ]);
});

it('there is none while another observation may follow the newest one', async () => {
  const protocol = 'at work';
  await storeObservations(database.sql, [observation(0), observation(20)], protocol);
  await database.sql`UPDATE lend.poll_batches SET started_at = now() WHERE protocol = ${protocol}`;
  expect(await stopsOf(protocol)).toEqual([]);
});
