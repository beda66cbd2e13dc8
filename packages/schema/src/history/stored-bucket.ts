import { type Bucket, ROLLUP_VERSION, type StateProof } from '@tidemark/model';
import { protocolOf } from '@tidemark/protocols';
import type { BinaryColumn } from '../copy/binary-rows.ts';
import { listColumnSpecs } from '../rows/column-specs.ts';
import { NOT_KNOWN } from '../rows/find-value-problem.ts';
import { SchemaError } from '../schema-error.ts';
import { bucketNumberColumn, INTEREST_RECEIVERS, reserveHours } from '../tables/index.ts';
import { BUCKET_VALUES, type BucketValue } from './bucket-row.ts';
import { BUCKET_SECONDS, type BucketGrain, NUMBER_OF, STATE_NUMBERS } from './bucket-selection.ts';

/** Columns of a stored bucket but for those that the database fills. */
export const STORED_SPECS = listColumnSpecs(reserveHours, ['computedAt']);

/** Proofs by their numbers, from 1 on. */
const PROOFS: readonly StateProof[] = ['same_account', 'later_account', 'index_continuity'];

const whole = (key: string): BucketValue => {
  const value = BUCKET_VALUES.get(key);
  if (value === undefined) throw new Error(`no bucket has a ${key}`);
  return value;
};

/** Null where the value is what the row says elsewhere; unknown while that is known is not null but `NOT_KNOWN`. */
const unless =
  (value: BucketValue, said: BucketValue): BucketValue =>
  (bucket, names) => {
    const own = value(bucket, names);
    return isSame(own, said(bucket, names)) ? null : (own ?? NOT_KNOWN);
  };

function isSame(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
}

/** Of numbers that are null where they are not known; of none null. As LEAST and GREATEST of Postgres. */
const ofEdges =
  (choose: (a: number, b: number) => number, open: BucketValue, close: BucketValue): BucketValue =>
  (bucket, names) => {
    const a = open(bucket, names);
    const b = close(bucket, names);
    return typeof a === 'number' && typeof b === 'number' ? choose(a, b) : (a ?? b);
  };

const numberValues = STATE_NUMBERS.flatMap((number): [string, BucketValue][] => {
  const key = (aggregate: Parameters<typeof bucketNumberColumn>[1]) => bucketNumberColumn(NUMBER_OF[number], aggregate);
  const [open, close] = [whole(key('open')), whole(key('close'))];
  return [
    [key('open'), unless(open, close)],
    [key('min'), unless(whole(key('min')), ofEdges(Math.min, open, close))],
    [key('max'), unless(whole(key('max')), ofEdges(Math.max, open, close))],
    [key('twavg'), unless(whole(key('twavg')), close)],
  ];
});
const openValues = ['Available', 'Borrowed', 'Supplied', 'BorrowIndex', 'ReceiptSupply', 'Price', 'PriceUpdatedAt'].map(
  (name): [string, BucketValue] => [`open${name}`, unless(whole(`open${name}`), whole(`close${name}`))],
);
const EDGES = ['open', 'close'] as const;
const edgeValues = EDGES.flatMap((edge): [string, BucketValue][] => {
  const proof = whole(`${edge}Proof`);
  const ofBucket: BucketValue = (bucket) => (bucket[edge] === null ? null : bucket[edge === 'open' ? 'start' : 'end']);
  return [
    [`${edge}At`, unless(whole(`${edge}At`), ofBucket)],
    [`${edge}Proof`, (bucket, names) => PROOFS.findIndex((known) => known === proof(bucket, names)) + 1 || null],
  ];
});
const UNITS = ['', 'Usd'] as const;
/** Null stands for 0: most protocols do not have these receivers. */
const receiverValues = Object.keys(INTEREST_RECEIVERS).flatMap((receiver) =>
  UNITS.map((unit): [string, BucketValue] => {
    const key = `interest${receiver.charAt(0).toUpperCase()}${receiver.slice(1)}${unit}`;
    const value = whole(key);
    return [key, (bucket, names) => value(bucket, names) || null];
  }),
);
const STORED_VALUES: ReadonlyMap<string, BucketValue> = new Map([
  ...numberValues,
  ...openValues,
  ...edgeValues,
  ...receiverValues,
  ['observedSeconds', unless(whole('observedSeconds'), whole('elapsedSeconds'))],
  [
    'pricedSeconds',
    unless(whole('pricedSeconds'), ({ interestUsd, elapsedSeconds }) => (interestUsd === null ? 0 : elapsedSeconds)),
  ],
]);

/**
 * The columns of `STORED_SPECS` with what a bucket has in each. Throws `INVALID_ROW` for a bucket of another length, `UNKNOWN_RESERVE` for one whose
 * reserve has no number.
 */
export function storedColumns(
  grain: BucketGrain,
  protocol: string,
  reserveIds: ReadonlyMap<string, number>,
): BinaryColumn<Bucket>[] {
  const { timeBasisNames } = protocolOf(protocol);
  const seconds = BUCKET_SECONDS[grain];
  const ofCall: Readonly<Record<string, BucketValue>> = {
    reserveId: ({ reserve }) => {
      const id = reserveIds.get(reserve);
      if (id === undefined) throw new SchemaError('UNKNOWN_RESERVE', `${reserve} is no stored reserve`);
      return id;
    },
    bucketStart: ({ reserve, start, end }) => {
      if (end.getTime() - start.getTime() === seconds * 1000) return start;
      throw new SchemaError(
        'INVALID_ROW',
        `${reserve}: a bucket from ${start.toISOString()} to ${end.toISOString()} has not ${seconds} seconds`,
      );
    },
    rollupVersion: () => ROLLUP_VERSION,
    elapsedSeconds: ({ elapsedSeconds }) => (elapsedSeconds === seconds ? null : elapsedSeconds),
  };
  return STORED_SPECS.map((spec) => {
    const value = ofCall[spec.key] ?? STORED_VALUES.get(spec.key) ?? whole(spec.key);
    return { spec, valueOf: (bucket) => value(bucket, timeBasisNames) };
  });
}
