import { accountFields } from '@tidemark/protocols';
import { type FieldDefinition, instantField, numberField, textField } from '@tidemark/core';
import { madeFields } from '../made.ts';
import { EXACT_NUMBERS, stateNumberFields } from '../state-numbers.ts';
import type { ViewDefinition } from './view-definition.ts';

const history = { methodVersion: 'history-1.1' } as const;
const MISSING = 'null where the bucket was not observed';

/** When a bucket is. */
export function edgesOf(width: string): ViewDefinition['columns'] {
  return {
    bucket_start: instantField(`Start of the ${width}.`, 'UTC time', history),
    bucket_end: instantField(`End of the ${width}; it does not belong to it.`, 'UTC time', history),
  };
}

/** For joins and charts by day; of days only. */
export const dayColumn: ViewDefinition['columns'] = {
  day_utc: numberField('date', 'The day, in UTC whatever the time zone of the session is.', 'date of bucket_start', {
    type: 'day',
    ...history,
  }),
};

/** How much of a bucket of one reserve was observed. */
export function observedColumns(width: string) {
  return {
    observed_seconds: numberField(
      'seconds',
      'Time of the bucket that reads cover: two reads cover the time between them where no gap is.',
      'observation_spans',
      history,
    ),
    elapsed_seconds: numberField(
      'seconds',
      'Time of the bucket that had passed, from the first sight of the reserve on.',
      'min(bucket_end, newest read) − max(bucket_start, first sight)',
      history,
    ),
    coverage_f: numberField(
      'fraction',
      `Share of the ${width} that reads cover, of the time that had passed.`,
      'observed_seconds / elapsed_seconds',
      { nullRule: 'null where no time had passed', ...history },
    ),
  } satisfies ViewDefinition['columns'];
}

/** Numbers of a state that a bucket summarises, in the order of the columns. */
const SUMMARISED = Object.entries(stateNumberFields).map(([name, field]) => [name.replace(/_f$/, ''), field] as const);

/** Ways to put a number over a bucket into one, with what each is and how it is made. */
const AGGREGATES = {
  open: [
    'At the start of the bucket, or at the first read of a reserve that was first seen in it.',
    'state at open_at',
  ],
  min: ['Lowest of the bucket.', 'smallest of the values at both edges and at every stored read between them'],
  max: ['Highest of the bucket.', 'largest of the values at both edges and at every stored read between them'],
  twavg: [
    'Mean over the observed time of the bucket. A value counts from when its account was written (until rollup_version 2: from when it was seen).',
    'Σ value × observed seconds until the next value / Σ observed seconds',
  ],
  close: ['At the end of the bucket, or at the newest read in one that is not over.', 'state at close_at'],
} as const;

/** A mean of APYs would say more than anybody paid; the mean APR is annualised once. */
const MEAN_APY = [
  'The mean APR over the observed time of the bucket, annualised once. Until rollup_version 2 the mean of the APYs, which on a reserve that swings is too high.',
  '(1 + twavg of the APR / N)^N − 1, N = 63,072,000 (slot basis) or 31,536,000 (time basis)',
] as const;
const isMeanApy = (name: string, aggregate: string) => aggregate === 'twavg' && name.endsWith('_apy');

/** The 65 summaries: what the number is, and which of its values over the bucket. */
export const bucketNumberColumns: ViewDefinition['columns'] = Object.fromEntries(
  SUMMARISED.flatMap(([name, base]) =>
    Object.entries(AGGREGATES).map(([aggregate, ofValues]): [string, FieldDefinition] => {
      const [which, how] = isMeanApy(name, aggregate) ? MEAN_APY : ofValues;
      const formula = isMeanApy(name, aggregate) ? how : `${how}; each value: ${base.formula}`;
      return [
        `${name}_${aggregate}_f`,
        numberField(base.unit, `${which} ${base.description}`, formula, {
          nullRule: base.nullRule === 'never' ? MISSING : `${MISSING}, or there was no price`,
          ...history,
        }),
      ];
    }),
  ),
);

/** The sum of two of them where it is that of the sum: extremes are not. */
export const supplyTotalColumns: ViewDefinition['columns'] = Object.fromEntries(
  (['open', 'twavg', 'close'] as const).map((aggregate): [string, FieldDefinition] => {
    const { unit, description } = madeFields.supply_apy_total_f;
    const formula = `supply_apy_${aggregate}_f + rewards_apr_${aggregate}_f`;
    const which = aggregate === 'twavg' ? 'Mean over the observed time of the bucket.' : AGGREGATES[aggregate][0];
    return [
      `supply_apy_total_${aggregate}_f`,
      numberField(unit, `${which} ${description}`, formula, { nullRule: MISSING, ...history }),
    ];
  }),
);

const EDGE_NAMES = { open: 'start', close: 'end' } as const;

/** The exact side of one edge: when it is, what it was derived from, and the integers. */
export function edgeColumns(edge: keyof typeof EDGE_NAMES): ViewDefinition['columns'] {
  const name = EDGE_NAMES[edge];
  const known = { nullRule: MISSING, ...history } as const;
  const exact = (field: FieldDefinition): FieldDefinition => ({
    ...field,
    description: `${field.description} At the ${name} of the bucket.`,
    nullRule: MISSING,
    ...history,
  });
  return {
    [`${edge}_slot`]: numberField(
      'slots',
      `Slot at the ${name} of the bucket.`,
      'between the banks of the reads around it, by time',
      known,
    ),
    [`${edge}_at`]: numberField(
      'UTC time',
      `Moment that the ${edge} values are as of.`,
      `${name} of the bucket; the first or newest read where that is not known`,
      known,
    ),
    [`${edge}_observed_at`]: numberField(
      'UTC time',
      `Chain time of the read that the ${edge} values were derived from. It can be later than the moment.`,
      'clock of the bank of that read',
      known,
    ),
    [`${edge}_proof_str`]: textField(
      `Why the state at the ${name} is certain: same_account (a later read found the account unchanged), later_account (a later read found an account that was written before) or index_continuity (the index of the next read is to the bit what this account accrues to).`,
      'comparison with the next read',
      { nullRule: `${MISSING}, or it is not proven`, ...history },
    ),
    ...Object.fromEntries(
      EXACT_NUMBERS.map((number) => [`${edge}_${number.replace('accrued_', '')}`, exact(accountFields[number])]),
    ),
    [`${edge}_price_raw`]: exact(accountFields.price_raw),
  };
}

/** What the program thinks of the price at one edge, and how old it is; added later. */
export function edgePriceColumns(edge: keyof typeof EDGE_NAMES): ViewDefinition['columns'] {
  const name = EDGE_NAMES[edge];
  const nullRule = `${MISSING}, or was rolled up before rollup_version 2`;
  return {
    [`${edge}_price_status`]: {
      ...accountFields.price_status,
      description: `${accountFields.price_status.description} At the ${name} of the bucket.`,
      nullRule,
      ...history,
    },
    [`${edge}_price_at`]: {
      ...accountFields.price_at,
      description: `${accountFields.price_at.description} At the ${name} of the bucket.`,
      nullRule: `${nullRule}, or the account held no time`,
      ...history,
    },
  };
}

const PARTS = {
  interest: 'Interest that borrowers paid in the bucket. The four parts beside it add up to it exactly.',
  interest_supply_side: 'Part of the interest that went to suppliers.',
  interest_protocol: 'Part of the interest that the protocol took.',
  interest_referrer_max:
    'Part of the interest that went to referrers, at most: without a referrer the protocol gets it.',
  interest_host: 'Part of the interest that the fixed host rate took.',
} as const;

const IN_USD = 'In USD at the prices in force while it accrued; of a day over its priced hours.';
const GROWTH = 'growth of the debt by the cumulative borrow rate, state by state, cut at the edges of buckets';

/** The nearest doubles of the columns below, for sums that need not add up to the last digit. */
export const interestDoubles: ViewDefinition['columns'] = Object.fromEntries(
  ['', '_usd'].flatMap((suffix) =>
    Object.entries(PARTS).map(([name, description]) => [
      `${name}${suffix}_f`,
      suffix === ''
        ? numberField('token', description, `${name}_raw / 10^token_decimals, as the nearest double`, {
            nullRule: `null where ${name}_raw is`,
            ...history,
          })
        : numberField('USD', `${description} ${IN_USD}`, `${name}_usd_raw, as the nearest double`, {
            nullRule: `null where ${name}_usd_raw is`,
            ...history,
          }),
    ]),
  ),
);

/** Interest in base units, and in USD. Buckets add up, across gaps too: the index carries the interest through them. */
export const interestColumns: ViewDefinition['columns'] = Object.fromEntries([
  ...Object.entries(PARTS).map(([name, description]) => [
    `${name}_raw`,
    numberField('base units', description, GROWTH, {
      type: 'decimal',
      nullRule: 'null where no later read tells it yet, or the index fell',
      ...history,
    }),
  ]),
  ...Object.entries(PARTS).map(([name, description]) => [
    `${name}_usd_raw`,
    numberField('USD', `${description} ${IN_USD}`, `${GROWTH}, each state at its price`, {
      type: 'decimal',
      nullRule: 'null where interest_priced_share_f is 0',
      ...history,
    }),
  ]),
]);
