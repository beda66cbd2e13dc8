import { kamino } from '@tidemark/protocols';
import { encodeReserve, KAMINO_LEND_PROGRAM_ADDRESS } from '@tidemark/protocols/kamino';
import { buildReserve, type ReserveOverrides } from '@tidemark/protocols/kamino/testing';
import { addressFromLabel } from '@tidemark/testing';
import { describe, expect, it } from 'vitest';
import { checkEndpoints, disputedAccounts } from '../check-endpoints.ts';
import {
  chooseSample,
  type EndpointReading,
  labelEndpoints,
  type ReadBank,
  type SampledAccount,
} from './read-endpoints.ts';
import {
  compareBanks,
  compareEndpoints,
  findDisagreements,
  findEndpointFailures,
  findForeignChains,
  findLaggingEndpoints,
} from './endpoint-checks.ts';

const GENESIS = 'genesis';
const LABELS = ['jto', 'sol', 'usdc'];
const SAMPLE: SampledAccount[] = [
  ...LABELS.map((label): SampledAccount => ({ kind: 'reserve', address: addressFromLabel(label) })),
  { kind: 'lending_market', address: addressFromLabel('market') },
];

const accountOf = (label: string, overrides: ReserveOverrides = {}) => ({
  address: addressFromLabel(label),
  owner: KAMINO_LEND_PROGRAM_ADDRESS,
  data: encodeReserve(buildReserve({ symbol: label, ...overrides })),
});
/** Reserves refreshed at slot 300,000,000, read from the bank of a slot. */
const bankOf = (slot: number, changed: Readonly<Record<string, ReserveOverrides | null>> = {}): ReadBank => ({
  slot: BigInt(slot),
  accounts: new Map([
    ...LABELS.map((label) => {
      const change = changed[label];
      return [addressFromLabel(label), change === null ? null : accountOf(label, change)] as const;
    }),
    [addressFromLabel('market'), { ...accountOf('market'), data: new Uint8Array(8) }] as const,
  ]),
});
const reading = (label: string, bank: ReadBank | null, overrides: Partial<EndpointReading> = {}): EndpointReading => ({
  label,
  genesisHash: GENESIS,
  bank,
  errorCode: null,
  ...overrides,
});
const SLOT = 300_000_000;
const richer = { liquidity: { availableAmountRaw: 1n } };

describe('two banks', () => {
  it('of one slot have to be the same in every account, also in those that are not there', () => {
    expect(compareBanks(kamino, bankOf(SLOT), bankOf(SLOT), SAMPLE)).toEqual({
      compared: SAMPLE.map(({ address }) => address),
      differing: [],
    });
    const other = bankOf(SLOT, { sol: richer, usdc: null });
    expect(compareBanks(kamino, bankOf(SLOT), other, SAMPLE).differing).toEqual([
      { address: addressFromLabel('sol'), because: 'same_slot' },
      { address: addressFromLabel('usdc'), because: 'same_slot' },
    ]);
  });

  it('of two slots are compared where both claim the same refresh and nothing since', () => {
    const later = bankOf(SLOT + 9, {
      jto: { ...richer, lastUpdate: { slot: BigInt(SLOT + 5) } },
      sol: richer,
      usdc: { ...richer, lastUpdate: { stale: true } },
    });
    expect(compareBanks(kamino, bankOf(SLOT + 7), later, SAMPLE)).toEqual({
      compared: [addressFromLabel('sol')],
      differing: [{ address: addressFromLabel('sol'), because: 'same_update' }],
    });
    // The slot of the refresh is not over in the first bank: more may have come in it.
    expect(compareBanks(kamino, bankOf(SLOT), later, SAMPLE).compared).toEqual([]);
  });
});

describe('the checks of endpoints', () => {
  it('name those that do not answer; a warning also when none does', () => {
    const failed = reading('b', null, { errorCode: 'TIMEOUT', genesisHash: null });
    expect(findEndpointFailures([reading('a', bankOf(SLOT)), failed])).toEqual([
      {
        subjectKind: 'endpoint',
        subject: 'b',
        severity: 'warning',
        message: 'an RPC endpoint does not answer (TIMEOUT)',
        detail: { errorCode: 'TIMEOUT', endpoints: 2, failed: 1 },
      },
    ]);
    expect(findEndpointFailures([failed])).toMatchObject([
      { severity: 'warning', detail: { endpoints: 1, failed: 1 } },
    ]);
    expect(findEndpointFailures([reading('a', bankOf(SLOT))])).toEqual([]);
  });

  it('name those of another chain', () => {
    const foreign = reading('b', null, { genesisHash: 'another' });
    expect(findForeignChains([reading('a', bankOf(SLOT)), foreign], GENESIS)).toMatchObject([
      { subject: 'b', severity: 'critical', detail: { expected: GENESIS, actual: 'another' } },
    ]);
    expect(findForeignChains([reading('a', null, { genesisHash: null })], GENESIS)).toEqual([]);
  });

  it('name those that are more than fifty slots behind the furthest', () => {
    const readings = [reading('a', bankOf(SLOT)), reading('b', bankOf(SLOT + 50)), reading('c', bankOf(SLOT + 51))];
    expect(findLaggingEndpoints(readings)).toMatchObject([
      { subject: 'a', severity: 'warning', detail: { lagSlots: 51 } },
    ]);
    expect(findLaggingEndpoints(readings.slice(0, 2))).toEqual([]);
    expect(findLaggingEndpoints([reading('a', null)])).toEqual([]);
  });

  it('name those that say otherwise than the first that answered; critical where it was the same slot', () => {
    const readings = [
      reading('down', null, { errorCode: 'TIMEOUT' }),
      reading('a', bankOf(SLOT + 7)),
      reading('b', bankOf(SLOT + 7, { sol: richer })),
      reading('c', bankOf(SLOT + 9, { sol: richer })),
      reading('d', bankOf(SLOT + 7)),
    ];
    expect(findDisagreements(compareEndpoints(kamino, readings, SAMPLE))).toMatchObject([
      { subject: 'b', severity: 'critical', detail: { reference: 'a', compared: 4, sameSlot: 1, sameUpdate: 0 } },
      {
        subject: 'c',
        severity: 'warning',
        detail: { sameSlot: 0, sameUpdate: 1, addresses: [addressFromLabel('sol')] },
      },
    ]);
    expect(compareEndpoints(kamino, readings.slice(0, 2), SAMPLE)).toEqual([]);
  });

  it('end a disagreement only when what was disputed was compared again', () => {
    const disagreements = [{ subject: 'b', detail: { addresses: [addressFromLabel('usdc')] } }];
    const settledBy = (b: ReadBank) =>
      checkEndpoints({
        protocol: kamino,
        readings: [reading('a', bankOf(SLOT + 7)), reading('b', b)],
        sample: SAMPLE,
        genesisHash: GENESIS,
        disagreements,
      }).scopes.find(({ checkName }) => checkName === 'endpoint_agreement')?.subjects;
    expect(settledBy(bankOf(SLOT + 9, { usdc: { lastUpdate: { stale: true } } }))).toEqual([]);
    expect(settledBy(bankOf(SLOT + 9))).toEqual(['b']);
    expect(disputedAccounts(disagreements)).toEqual(new Set([addressFromLabel('usdc')]));
  });

  it('tell what each endpoint answered', () => {
    const { endpoints, chainSlot } = checkEndpoints({
      protocol: kamino,
      readings: [
        reading('a', bankOf(SLOT)),
        reading('b', bankOf(SLOT + 3)),
        reading('c', null, { errorCode: 'TIMEOUT', genesisHash: null }),
        reading('d', null, { genesisHash: 'another' }),
      ],
      sample: SAMPLE,
      genesisHash: GENESIS,
      disagreements: [],
    });
    expect(chainSlot).toBe(BigInt(SLOT + 3));
    const nothing = { slot: null, lagSlots: null, comparedAccounts: 0, differingAccounts: 0 };
    expect(endpoints).toEqual({
      a: { ...nothing, slot: SLOT, lagSlots: 3, errorCode: null },
      b: { ...nothing, slot: SLOT + 3, lagSlots: 0, errorCode: null },
      c: { ...nothing, errorCode: 'TIMEOUT' },
      d: { ...nothing, errorCode: 'WRONG_CHAIN' },
    });
  });
});

describe('endpoints', () => {
  it('are named by host and port, and numbered where that does not tell them apart', () => {
    const urls = [
      'https://rpc.example/v2/secret-key-1',
      'http://127.0.0.1:8899',
      'https://rpc.example/v2/secret-key-2',
    ];
    expect(labelEndpoints(urls)).toEqual(['rpc.example', '127.0.0.1:8899', 'rpc.example (2)']);
  });

  it('are asked for every account in turn, disputed ones each time', () => {
    const accounts = Array.from(
      { length: 10 },
      (_, index): SampledAccount => ({ kind: 'reserve', address: `r${index}` }),
    );
    const choose = (round: bigint, first: readonly string[] = []) =>
      chooseSample({ accounts, first: new Set(first), round, size: 4 }).map(({ address }) => address);
    expect([choose(0n), choose(1n), choose(2n)]).toEqual([
      ['r0', 'r1', 'r2', 'r3'],
      ['r4', 'r5', 'r6', 'r7'],
      ['r8', 'r9', 'r0', 'r1'],
    ]);
    expect(choose(0n, ['r7'])).toEqual(['r7', 'r0', 'r1', 'r2']);
    expect(choose(0n, ['r7', 'r8', 'r9'])).toEqual(['r7', 'r8', 'r0', 'r1']);
    expect(chooseSample({ accounts: [], first: new Set(), round: 5n, size: 4 })).toEqual([]);
    expect(chooseSample({ accounts: accounts.slice(0, 2), first: new Set(), round: 5n, size: 4 })).toHaveLength(2);
  });
});
