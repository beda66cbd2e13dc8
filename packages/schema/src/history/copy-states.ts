import type { StateNumbers, StoredState } from '@tidemark/core';
import type { StateNumber } from '@tidemark/model';
import type { Protocol } from '@tidemark/protocols';
import { BinaryCells } from '../copy/binary-cells.ts';
import { copyBinaryRows, quoted, trusted } from '../copy/copy-rows.ts';
import type { Queryable } from '../create-database.ts';
import { type ColumnSpec, columnList, listColumnSpecs } from '../rows/column-specs.ts';
import { toStoredState } from '../rows/to-reserve-state.ts';
import { reserveSnapshots } from '../tables/index.ts';
import { STATE_NUMBERS } from './bucket-selection.ts';
import type { StoredSnapshot } from './neighbour-states.ts';

/** What a stored state has beside what is read here: what its account had become by its bank, and where it comes from. */
const NOT_READ = [
  'lastUpdateStale',
  'accruedAvailableAmountRaw',
  'accruedBorrowed',
  'accruedSupplied',
  'accruedUtilization',
  'accruedBorrowIndex',
  'accruedProtocolFees',
  'accruedPendingReferrerFees',
  'borrowRate',
  'priceUsable',
  'slotDurationSource',
  'decoderVersion',
  'pollBatchId',
  'reason',
  'recordedAt',
];
const READ = listColumnSpecs(reserveSnapshots, NOT_READ);
/** What differs from observation to observation of one account. It is read first, so that the rest is one piece of bytes. */
const MOVING = ['slot', 'observedAt', 'slotDurationMsF', ...STATE_NUMBERS];
const FIRST_NUMBER = 3;
const SPECS = [
  ...MOVING.flatMap((key) => READ.find((spec) => spec.key === key) ?? []),
  ...READ.filter(({ key }) => !MOVING.includes(key)),
];
const ACCOUNT = SPECS.slice(MOVING.length);

type ReadCell = (cells: BinaryCells, cell: number) => unknown;

const CELLS: Readonly<Record<string, ReadCell>> = {
  bigint: (cells, cell) => cells.bigint(cell),
  smallint: (cells, cell) => cells.smallint(cell),
  'double precision': (cells, cell) => cells.double(cell),
  text: (cells, cell) => cells.text(cell),
  bytea: (cells, cell) => cells.bytes(cell),
  jsonb: (cells, cell) => cells.json(cell),
  'timestamp with time zone': (cells, cell) => dateOf(cells.unixMs(cell)),
};

function readCellOf({ name, sqlType }: ColumnSpec): ReadCell {
  if (sqlType.startsWith('numeric')) return (cells, cell) => cells.numeric(cell);
  const read = CELLS[sqlType];
  if (read === undefined) throw new Error(`${name}: the binary format of ${sqlType} is not known here`);
  return read;
}

const READ_ACCOUNT = ACCOUNT.map((spec, place) => ({
  key: spec.key,
  cell: MOVING.length + place,
  read: readCellOf(spec),
}));

export interface CopyStatesOptions {
  readonly protocol: Pick<Protocol, 'fields'>;
  readonly reserves: readonly string[];
  readonly from: Date;
  /** Does not belong to the range. */
  readonly to: Date;
}

/**
 * The stored states of reserves in a range, by reserve, each list ascending; they are in memory together. Most of them repeat what the one
 * before has of the account, to the byte: that is read once and shared.
 */
export async function copyStates(
  sql: Queryable,
  { protocol, reserves, from, to }: CopyStatesOptions,
): Promise<Map<string, StoredState[]>> {
  if (reserves.length === 0) return new Map();
  const { bytes } = await copyBinaryRows(
    sql,
    quoted`SELECT ${trusted(columnList(SPECS, 'h.'))} FROM lend.all_snapshots AS h
      WHERE h.reserve = ANY(${reserves}) AND h.observed_at >= ${from} AND h.observed_at < ${to}
      ORDER BY h.reserve, h.observed_at, h.slot`,
  );
  const cells = new BinaryCells(bytes, SPECS.length);
  const byReserve = new Map<string, StoredState[]>();
  let states: StoredState[] = [];
  let last: StoredState | undefined;
  let lastAccount: Buffer = Buffer.alloc(0);
  while (cells.next()) {
    const account = bytes.subarray(cells.at(MOVING.length), cells.end);
    const state: StoredState =
      last !== undefined && lastAccount.equals(account)
        ? { ...last, ...readMoving(cells) }
        : readState(protocol, cells);
    if (state.reserve !== last?.reserve) {
      states = [];
      byReserve.set(state.reserve, states);
    }
    states.push(state);
    last = state;
    lastAccount = account;
  }
  return byReserve;
}

type Moving = Pick<StoredState, 'slot' | 'observedAt' | 'slotDurationMs'> & StateNumbers;

function readMoving(cells: BinaryCells): Moving {
  return {
    slot: cells.bigint(0) ?? 0n,
    observedAt: new Date(cells.unixMs(1) ?? 0),
    slotDurationMs: cells.double(2) ?? 0,
    ...readNumbers(cells),
  };
}

function readNumbers(cells: BinaryCells): StateNumbers {
  const numbers: Partial<Record<StateNumber, number | null>> = {};
  for (const [place, name] of STATE_NUMBERS.entries()) numbers[name] = cells.double(FIRST_NUMBER + place);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- not null by the table, but for what is counted in USD
  return numbers as StateNumbers;
}

function readState(protocol: CopyStatesOptions['protocol'], cells: BinaryCells): StoredState {
  const row: Record<string, unknown> = { ...readMoving(cells), slotDurationMsF: cells.double(2) };
  for (const { key, cell, read } of READ_ACCOUNT) row[key] = read(cells, cell);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every column that a state is made of, as the table has it
  return toStoredState(protocol, row as unknown as StoredSnapshot);
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
