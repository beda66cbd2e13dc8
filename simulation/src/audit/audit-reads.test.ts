import { describe, expect, it } from 'vitest';
import { FAULT_NAMES, FAULTS, type FaultName } from '../plan/fault-list.ts';
import { auditPolls, auditRequested } from './audit-polls.ts';
import { auditReads } from './audit-reads.ts';
import type { SentAnswer, SentNotification } from './sent-log.ts';
import type { StoredBatch } from './stored-facts.ts';

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);
const RESERVES = Array.from({ length: 104 }, (_, place) => `r${String(place).padStart(3, '0')}`);
const [FIRST, SECOND] = [RESERVES.slice(0, 99), RESERVES.slice(99)];

const batchOf = (id: string, seconds: number, changes: Partial<StoredBatch> = {}): StoredBatch => ({
  id,
  protocol: 'some',
  kind: 'poll',
  outcome: 'committed',
  errorCode: null,
  slot: seconds,
  observedAt: at(seconds),
  startedAt: at(seconds - 0.2),
  recordedAt: at(seconds + 0.1),
  gapAfterMs: 30_000,
  missing: 0,
  quarantined: 0,
  requested: FIRST,
  notObserved: [],
  refused: [],
  reserveSet: null,
  commitSeq: seconds,
  snapshotReserves: [],
  ...changes,
});
const answerOf = (id: string, seconds: number, addresses: readonly string[] = FIRST): SentAnswer => ({
  at: at(seconds),
  id,
  slot: seconds,
  addresses,
  absent: [],
});
const failed = { outcome: 'failed', errorCode: 'TIMEOUT', commitSeq: null, slot: null, observedAt: null } as const;

const strikeOf = (fault: FaultName, from: number, to: number) => ({
  fault,
  from: at(from),
  to: at(to),
  lingers: false,
});
interface Case {
  readonly batches?: readonly StoredBatch[];
  readonly answers?: readonly SentAnswer[];
  readonly notifications?: readonly SentNotification[];
  readonly strikes?: Parameters<typeof auditReads>[3]['strikes'];
  readonly ends?: Parameters<typeof auditReads>[3]['ends'];
}
const audit = ({ batches = [], answers = [], notifications = [], strikes = [], ends = [] }: Case) =>
  auditReads(
    { batches },
    { answers, priceAnswers: [], calls: [], liquidityAnswers: [], notifications },
    { reserves: RESERVES },
    { strikes, ends },
  );
const messagesOf = (given: Case) => audit(given).findings.map(({ message }) => message);

describe('an account of a read that was not observed', () => {
  const notObserved = ['r001', 'r002'];
  const answers = [{ ...answerOf('poll-1-0', 100), absent: ['r001'] }];
  const namedAs = (refused: readonly string[], sent: readonly SentAnswer[] = answers) =>
    messagesOf({ answers: sent, batches: [batchOf('poll-1-0', 100, { notObserved, refused })] });

  it('was refused where the node sent it, and is absent where it did not', () => {
    expect(namedAs(['r002'])).toEqual([]);
    expect(namedAs([])).toEqual([expect.stringContaining('the reverse: r002')]);
    expect(namedAs(['r001', 'r002'])).toEqual([expect.stringContaining('the reverse: r001')]);
  });

  it('is judged by the answer that fits, where attempts had several at one slot', () => {
    expect(namedAs(['r002'], [answerOf('poll-1-0', 100), ...answers])).toEqual([]);
  });
});

describe('a read that a node has answered whole', () => {
  const lost = { answers: [answerOf('poll-1-0', 100), answerOf('poll-2-0', 101)], batches: [batchOf('poll-2-0', 101)] };

  it('is a stored batch, or one that failed', () => {
    expect(audit({ ...lost, batches: [...lost.batches, batchOf('poll-1-0', 100)] })).toEqual({
      findings: [],
      counts: { reads: 2, excusedReads: 0, notifications: 0, excusedNotifications: 0 },
    });
    expect(messagesOf({ ...lost, batches: [...lost.batches, batchOf('poll-1-0', 100, failed)] })).toEqual([]);
  });

  it('is a finding where it is on record as neither', () => {
    expect(messagesOf(lost)).toEqual([expect.stringContaining('the read poll-1-0 at slot 100')]);
  });

  it('is excused by what takes the process or the database away, and by nothing else', () => {
    const excuses = FAULT_NAMES.filter(
      (fault) => messagesOf({ ...lost, strikes: [strikeOf(fault, 99, 102)] }).length === 0,
    );
    const postgres = FAULT_NAMES.filter((name) => FAULTS[name].lane === 'postgres');
    expect(excuses).toEqual([...postgres, 'indexerKilled', 'indexerStopped', 'deployRolled']);
    expect(audit({ ...lost, strikes: [strikeOf('indexerKilled', 99, 102)] }).counts).toMatchObject({
      reads: 2,
      excusedReads: 1,
    });
    expect(messagesOf({ ...lost, ends: [{ from: at(105), to: at(106) }] })).toEqual([]);
  });

  it.each<[string, FaultName, number, number, number]>([
    ['a fault long before', 'postgresKilled', 60, 69, 1],
    ['a fault from which the database recovers', 'postgresKilled', 60, 71, 0],
    ['a fault long after', 'indexerKilled', 111, 112, 1],
    ['a fault in the middle of the work', 'indexerKilled', 109, 112, 0],
    ['a process that was killed before', 'indexerKilled', 90, 99, 1],
  ])('%s', (_, fault, from, to, count) => {
    expect(messagesOf({ ...lost, strikes: [strikeOf(fault, from, to)] })).toHaveLength(count);
  });

  it.each([
    [104, 114, 0],
    [111, 114, 1],
  ])('has the time after a pause of its process, %i to %i, if it was at work then', (from, to, count) => {
    const strikes = [strikeOf('indexerPaused', from, to), strikeOf('postgresKilled', 115, 118)];
    expect(messagesOf({ ...lost, strikes })).toHaveLength(count);
  });

  it('may not be excused in more than half of all cases, however many notifications led to a read', () => {
    const answers = [...lost.answers, answerOf('poll-3-0', 102), answerOf('follow-1', 104, ['r005'])];
    const follow = batchOf('follow-1', 104, { kind: 'follow', requested: null });
    const strikes = [strikeOf('postgresKilled', 99, 102)];
    const notifications = Array.from({ length: 9 }, () => ({ at: at(103), slot: 103, address: 'r005' }));
    const given = { answers, batches: [...lost.batches, follow], strikes, notifications };
    expect(messagesOf(given)).toEqual([]);
    expect(messagesOf({ ...given, answers: [...answers, answerOf('poll-4-0', 103)] })).toEqual([
      '3 of 5 reads are excused by faults',
    ]);
  });
});

describe('a stored batch', () => {
  const answers = [answerOf('poll-1-0', 100)];
  it.each<[string, Partial<StoredBatch>, string]>([
    ['that no node has answered', { id: 'poll-9-0' }, 'was never read there'],
    ['of another slot', { slot: 101 }, 'was never read there'],
    ['that was stored before it was read', { recordedAt: at(98.5) }, 'stored 1500 ms before'],
    ['that names what was not read', { requested: [...FIRST, 'r100'] }, 'says that it read r100'],
    ['that does not name all', { requested: FIRST.slice(3) }, 'read 3 accounts that it does not name'],
    [
      'of notified reserves with a state of another',
      { kind: 'follow', requested: null, snapshotReserves: ['r103'] },
      'says that it read r103',
    ],
  ])('%s is a finding', (_, change, words) => {
    const batches = [batchOf('poll-1-0', 100), batchOf('poll-1-0', 100, change)].slice(1);
    expect(messagesOf({ answers, batches }).join()).toContain(words);
  });

  it('may be the answer to a second request', () => {
    const batches = [batchOf('poll-1-0', 100)];
    expect(messagesOf({ answers: [answerOf('poll-1-0', 99), ...answers], batches })).toEqual([]);
  });
});

describe('a notification', () => {
  const notifications = [{ at: at(100), slot: 100, address: 'r005' }];
  const known = {
    answers: [answerOf('poll-0-0', 20), answerOf('follow-0', 50, ['r009'])],
    batches: [batchOf('poll-0-0', 20), batchOf('follow-0', 50, { kind: 'follow', requested: null })],
  };
  const read = (seconds: number, addresses: readonly string[] = ['r005']) => ({
    answers: [answerOf('follow-1', seconds, addresses)],
    batches: [batchOf('follow-1', seconds, { kind: 'follow', requested: null })],
  });

  it.each<[string, Case, number]>([
    ['is read soon', read(101), 0],
    [
      'is read in a batch that fails',
      { batches: [batchOf('follow-1', 101, { ...failed, kind: 'follow', notObserved: ['r005'] })] },
      0,
    ],
    ['is not read', {}, 1],
    ['is read at an earlier slot', read(99), 1],
    ['is read too late', read(111), 1],
    ['is read of another reserve', read(101, ['r006']), 1],
    ['is not read, and the node is away', { strikes: [strikeOf('rpcHalfOpen', 100, 101)] }, 0],
    ['is not read, and another thing is away', { strikes: [strikeOf('redisKilled', 100, 101)] }, 1],
  ])('that %s', (_, given, count) => {
    // Beside one that is read, so that no bound is passed.
    const answers = [...known.answers, ...(given.answers ?? [])];
    const batches = [...known.batches, ...(given.batches ?? [])];
    const both = [{ at: at(49), slot: 49, address: 'r009' }, ...notifications];
    expect(messagesOf({ ...given, answers, batches, notifications: both })).toHaveLength(count);
  });

  it.each<[string, Case, number]>([
    ['by a discovery', { answers: [answerOf('discover-1', 130, ['r103'])] }, 0],
    [
      'by a poll',
      { answers: [answerOf('poll-2-0', 130, SECOND)], batches: [batchOf('poll-2-0', 130, { requested: SECOND })] },
      0,
    ],
    ['before it only', { answers: [answerOf('discover-1', 99, ['r103'])] }, 1],
    ['never', {}, 1],
  ])('of a reserve that nothing was stored of is answered %s', (_, { answers = [], batches = [] }, count) => {
    const given = { answers: [...known.answers, ...answers], batches: [...known.batches, ...batches] };
    const both = [
      { at: at(49), slot: 49, address: 'r009' },
      { at: at(100), slot: 100, address: 'r103' },
    ];
    const messages = messagesOf({ ...given, notifications: both });
    expect(messages.filter((message) => message.includes('notified'))).toHaveLength(count);
  });

  it('may be excused in nine of ten cases, however many reads are on record', () => {
    const { answers, batches } = read(101);
    const given = { answers: [...answers, answerOf('poll-1-0', 50)], batches: [...batches, batchOf('poll-1-0', 50)] };
    const strikes = [strikeOf('indexerPaused', 100, 120)];
    const unread = Array.from({ length: 9 }, () => ({ at: at(111), slot: 111, address: 'r006' }));
    expect(messagesOf({ ...given, strikes, notifications: [...notifications, ...unread] })).toEqual([]);
    expect(messagesOf({ ...given, strikes, notifications: unread })).toEqual([
      '9 of 9 notifications are excused by faults',
    ]);
  });
});

describe('a poll', () => {
  const known = [batchOf('poll-1-0', 10), batchOf('poll-1-1', 10, { requested: SECOND })];
  const poll = (seconds: number, ...pieces: readonly (readonly string[])[]) =>
    pieces.map((addresses, place) => answerOf(`poll-${seconds}-${place}`, seconds, addresses));
  const audited = (answers: readonly SentAnswer[], batches = known, processes = 2, fewKeysFrom: Date | null = null) =>
    auditPolls(
      { batches },
      { answers },
      (address) =>
        new Map([
          ['r', 0],
          ['s', 1],
        ]).get(address.charAt(0)) ?? null,
      { processes, fewKeysFrom },
    );

  it('reads every known reserve', () => {
    expect(audited(poll(100, FIRST, SECOND))).toEqual([]);
    expect(audited(poll(100, FIRST))).toEqual([]);
  });

  it.each<[string, readonly (readonly string[])[]]>([
    ['the first', [RESERVES.slice(1, 100), RESERVES.slice(100)]],
    ['one in the middle', [[...FIRST.slice(0, 50), ...RESERVES.slice(51, 100)], RESERVES.slice(100)]],
    ['one between two batches', [FIRST, SECOND.slice(1)]],
    ['the last', [FIRST, SECOND.slice(0, -1)]],
  ])('leaves %s out, which is a finding', (_, pieces) => {
    expect(audited(poll(100, ...pieces))).toMatchObject([{ invariant: 'reads' }]);
  });

  it('is read in pieces where the node takes few keys', () => {
    const cut = (second: readonly string[]) => [
      ...[answerOf('poll-100-0', 100, FIRST.slice(0, 50)), answerOf('poll-100-0.1', 100, second)],
      answerOf('poll-100-1', 100, SECOND),
    ];
    const since = new Date(at(99));
    expect(audited(cut(FIRST.slice(50)), known, 2, since)).toEqual([]);
    expect(audited(cut(FIRST.slice(51)), known, 2, since)).toMatchObject([{ invariant: 'reads' }]);
  });

  it('may have a list of before for 20 seconds where another process found a reserve, and for 5 where there is one process', () => {
    for (const [seconds, processes, findings] of [
      [14, 1, 0],
      [16, 1, 1],
      [29, 2, 0],
      [31, 2, 1],
    ] as const) {
      expect(audited(poll(seconds, FIRST, SECOND.slice(1)), known, processes)).toHaveLength(findings);
    }
  });

  it('reads the reserves of one protocol after those of another, with other accounts', () => {
    const others = ['s001', 's002'];
    const both = [...known, batchOf('poll-1-2', 10, { requested: others })];
    expect(audited(poll(100, FIRST, SECOND, [...others, 'market']), both)).toEqual([]);
    expect(audited(poll(100, FIRST, SECOND), both)).toEqual([]);
    expect(audited(poll(100, FIRST, SECOND.slice(0, -1), others), both)).toMatchObject([{ invariant: 'reads' }]);
    expect(audited(poll(100, FIRST, SECOND, ['s002']), both)).toMatchObject([{ invariant: 'reads' }]);
    expect(audited(poll(100, FIRST, SECOND, ['s001', 'market']), both)).toMatchObject([{ invariant: 'reads' }]);
  });

  it('may lose its last batch to a fault, and not every poll', () => {
    const polls = (count: number, ...pieces: readonly (readonly string[])[]) =>
      Array.from({ length: count }, (_, place) => poll(100 + place, ...pieces)).flat();
    expect(audited(polls(39, FIRST))).toEqual([]);
    expect(audited([...polls(39, FIRST), ...poll(200, FIRST, SECOND)])).toEqual([]);
    expect(audited(polls(40, FIRST))).toHaveLength(SECOND.length);
    expect(audited(polls(40, FIRST))[0]).toEqual({
      invariant: 'reads',
      message: 'none of 40 batches of polls reads 0 r099, which is known',
    });
  });

  it('need not know what was found a moment ago', () => {
    expect(audited(poll(29, FIRST.slice(1), SECOND))).toEqual([]);
  });
});

it('what a batch asked for is what the hash in its row stands for', () => {
  // sha256('r1\nr2')
  const reserveSet = '8434c376018e492fe90a6b0cf8a03fd1490897a78c972eb3e111eedda97de36d';
  const problemsOf = (changes: Partial<StoredBatch>) =>
    auditRequested({ batches: [batchOf('poll-1-0', 10, { requested: ['r2', 'r1'], reserveSet, ...changes })] }).map(
      ({ message }) => message,
    );
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ requested: ['r1'] })[0]).toContain(`${reserveSet} of poll-1-0 is said to be`);
  expect(problemsOf({ requested: null })[0]).toContain('is of no span');
  expect(problemsOf({ requested: null, reserveSet: null, kind: 'follow' })).toEqual([]);
});
