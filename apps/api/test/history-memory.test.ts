import { get, type IncomingMessage } from 'node:http';
import { HISTORY_COLUMNS } from '@tidemark/contract';
import { kamino } from '@tidemark/protocols';
import { ByteWriter, recycle } from '@tidemark/schema';
import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HistoryLines } from '../src/features/history/history-lines.ts';
import { StoredBuckets } from '../src/features/history/known-buckets.ts';
import { loadInfo } from '../src/features/info/query.ts';
import { RowEncoder } from '../src/rows/row-encoder.ts';
import { givePast, HISTORY_WORLD, issueKey, LABELS } from './support/history-world.ts';
import { bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

let api: TestApi;
let key: Record<string, string>;
beforeAll(async () => {
  api = await startTestApi({
    template: HISTORY_WORLD,
    prepare: givePast,
    // One client takes its answer after all the others, however long those need.
    connections: { sendTimeoutMs: 3_600_000 },
  });
  key = await issueKey(api.database, 'memory');
});
afterAll(() => api.stop());

/** Of a range that is not over, of which no answer is kept; more rows than are read at once. */
const FROM = bankAt(-60 * 86_400).observedAt.getTime() / 1000;
const TO = Math.floor(Date.now() / 1000) + 86_400;
const ASKED = LABELS.slice(0, 2).flatMap((label) =>
  ['15m', '1h', 'raw'].flatMap((interval) =>
    ['none', 'null', 'locf'].flatMap((fill) =>
      ['json', 'ndjson'].map((format) => {
        const filled = interval === 'raw' ? '' : `&fill=${fill}`;
        return `/v1/kamino/lend/reserves/${addressFromLabel(label)}/history?interval=${interval}${filled}&format=${format}&from=${FROM}&to=${TO}&limit=2500`;
      }),
    ),
  ),
);

/** The rows alone: what an answer says of itself has the time in it. */
async function rowsOf(path: string): Promise<string> {
  const { status, text } = await api.call(path, { headers: key });
  expect([path, status]).toEqual([path, 200]);
  return text.split('],"meta":')[0] ?? '';
}

describe('histories that are answered at the same time', () => {
  it('have the rows that they have one after the other: none is written over another, whose memory it uses again', async () => {
    const alone = new Map<string, string>();
    for (const path of ASKED) alone.set(path, await rowsOf(path));
    expect([...alone.values()].some((text) => text.split('\n').length > 2_000)).toBe(true);
    for (let round = 0; round < 3; round += 1) {
      const together = await Promise.all(ASKED.map(async (path) => [path, await rowsOf(path)] as const));
      for (const [path, rows] of together) expect([path, rows === alone.get(path)]).toEqual([path, true]);
    }
  });
});

describe('a history whose client takes it late', () => {
  it('has its own rows, whatever is answered meanwhile', async () => {
    const path = (ASKED.find((each) => each.includes('15m&fill=null&format=json')) ?? '').replace('2500', '10000');
    const whole = await rowsOf(path);
    // More than the socket buffers of the kernel hold: the rest of the answer waits in the API.
    expect(whole.length).toBeGreaterThan(5 * 2 ** 20);
    const late = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${api.url}${path}`, { headers: key }, resolve).once('error', reject);
    });
    for (const other of ASKED) await rowsOf(other);
    const parts: Buffer[] = [];
    for await (const part of late) parts.push(part);
    expect(Buffer.concat(parts).toString('utf8').startsWith(whole)).toBe(true);
  });
});

describe('hours that are stored of a time before their reserve was seen, as of a past that was filled', () => {
  it('are served', async () => {
    const [label] = LABELS;
    const reserve = addressFromLabel(label);
    const seen = bankAt(0).observedAt;
    const path = `/v1/kamino/lend/reserves/${reserve}/history?interval=1h&fill=none&from=${seen.getTime() / 1000 - 5 * 3_600}&to=${seen.getTime() / 1000 + 5 * 3_600}`;
    const before = await rowsOf(path);
    expect(before.split('"timestamp"').length).toBeGreaterThan(4);
    await api.database.sql`UPDATE lend.reserves SET first_seen_at = now() WHERE address = ${reserve}`;
    await waitFor(
      async () => {
        const info = (await loadInfo(api.database, kamino)).reserves.find((row) => row.reserve === reserve);
        const answer = await api.call('/v1/kamino/lend/info/reserves');
        return info !== undefined && answer.text.includes(`"first_seen_timestamp":${info.first_seen_timestamp}`);
      },
      { description: 'the list of reserves to be reloaded' },
    );
    expect(await rowsOf(path)).toBe(before);
  });
});

describe('a row that is kept for later', () => {
  it('is the same when the memory of its page holds something else', async () => {
    const [info] = (await loadInfo(api.database, kamino)).reserves;
    if (info === undefined) throw new Error('the world has reserves');
    const lines = new HistoryLines(
      { columns: HISTORY_COLUMNS, encoder: new RowEncoder('json', HISTORY_COLUMNS) },
      {},
      [],
    );
    const cells = lines.cells.map((name) => (name === 'timestamp' ? '1700000000' : String.raw`\N`));
    const page = new ByteWriter();
    page.text(`${['an address', '1700000000000', '5', ...cells].join('\t')}\n`);
    const bytes = page.give();
    const known = new StoredBuckets(lines, { bytes, count: 1 }, { ofMeta: false, quality: false });
    known.next();
    const toRow = known.keep(info);
    const before = toRow();
    recycle(bytes);
    new ByteWriter().text('9'.repeat(50_000));
    expect(before).toMatchObject({ reserve: info.reserve, timestamp: 1_700_000_000 });
    expect(toRow()).toEqual(before);
  });
});
