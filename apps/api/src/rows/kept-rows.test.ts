import { describe, expect, it } from 'vitest';
import { KeptRows, type WrittenRow } from './kept-rows.ts';
import { type BucketPeriods, startsOf } from './periods.ts';

const WIDTH = 10;
const GROUPS = ['a', 'b'];

/** A store of rows whose revisions, texts and finality the test sets; it notes what is made. */
function world(periodsARead = 3) {
  const kept = new KeptRows();
  const revisionOf = new Map<string, string>();
  const open = new Set<number>();
  const made: string[] = [];
  const text = {
    of: (startMs: number, group: string) => `[${startMs}${group}${revisionOf.get(`${startMs}${group}`) ?? '?'}]`,
  };
  const places = (periods: BucketPeriods) =>
    [...startsOf(periods)].flatMap((startMs) => GROUPS.map((group) => ({ startMs, group })));
  const read = async (endMs: number, key = 'k') => {
    made.length = 0;
    const chunks = kept.read({
      key,
      periods: { firstMs: 0, endMs, widthMs: WIDTH },
      places,
      revisions: (periods) =>
        Promise.resolve(
          places(periods).flatMap(({ startMs, group }) => {
            const revision = revisionOf.get(`${startMs}${group}`);
            return revision === undefined ? [] : [{ startMs, group, revision }];
          }),
        ),
      make: async function* (periods) {
        made.push(`${periods.firstMs}-${periods.endMs}`);
        yield await Promise.resolve(
          places(periods).map(({ startMs, group }): WrittenRow => {
            return { startMs, group, text: text.of(startMs, group), isFinal: !open.has(startMs) };
          }),
        );
      },
      periodsARead,
    });
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(chunk);
    return Buffer.concat(parts).toString('utf8');
  };
  const revise = (startMs: number, revision: string) => {
    for (const group of GROUPS) revisionOf.set(`${startMs}${group}`, revision);
  };
  const expected = (endMs: number) =>
    places({ firstMs: 0, endMs, widthMs: WIDTH })
      .map(({ startMs, group }) => text.of(startMs, group))
      .join('');
  for (let startMs = 0; startMs < 20 * WIDTH; startMs += WIDTH) revise(startMs, '1');
  return { read, revise, revisionOf, open, made, expected, text };
}

describe('kept rows', () => {
  it('are made once, and again where their revision is another one', async () => {
    const { read, revise, made, expected } = world();
    expect(await read(50)).toBe(expected(50));
    expect(made).toEqual(['0-30', '30-50']);
    expect(await read(50)).toBe(expected(50));
    expect(made).toEqual([]);
    revise(40, '2');
    revise(10, '2');
    expect(await read(60)).toBe(expected(60));
    expect(made).toEqual(['10-20', '40-60']);
  });

  it('are made again each time while they are not final or have no revision, also where one of a period has none', async () => {
    const { read, revisionOf, open, made, expected } = world();
    open.add(20);
    revisionOf.delete('0b');
    for (const round of [0, 1, 2]) {
      expect(await read(30)).toBe(expected(30));
      expect(made).toEqual(round === 0 ? ['0-30'] : ['0-10', '20-30']);
    }
  });

  it('are of their key alone', async () => {
    const { read, made, text, expected } = world();
    await read(30, 'k');
    text.of = (startMs) => `<${startMs}>`;
    expect(await read(30, 'other')).toBe(expected(30));
    expect(made).toEqual(['0-30']);
  });

  it('are read in one piece where single ones lie between many that are known', async () => {
    const { read, revise, made, expected } = world(100);
    await read(200);
    for (let startMs = 0; startMs < 200; startMs += 2 * WIDTH) revise(startMs, '2');
    expect(await read(200)).toBe(expected(200));
    expect(made).toEqual(['0-190']);
  });

  it('give way to others: the subject that was requested least recently goes first', async () => {
    const { read, text, made } = world();
    const megabyte = 'x'.repeat(1024 * 1024);
    text.of = () => megabyte;
    for (const key of ['first', 'second', 'third']) await read(30, key);
    await read(30, 'first');
    expect(await read(30, 'third')).toHaveLength(6 * megabyte.length);
    expect(made).toEqual([]);
    await read(30, 'second');
    expect(made).toEqual(['0-30']);
  });

  it('says so where a row is not made', async () => {
    const { read, text } = world();
    text.of = () => '';
    expect(await read(30)).toBe('');
    const kept = new KeptRows();
    const options = {
      key: 'k',
      periods: { firstMs: 0, endMs: 10, widthMs: 10 },
      places: () => [{ startMs: 0, group: '' }],
      revisions: () => Promise.resolve([]),
      make: async function* () {
        yield await Promise.resolve([]);
      },
    };
    await expect(kept.read(options).next()).rejects.toThrow('the database left out a period');
  });
});
