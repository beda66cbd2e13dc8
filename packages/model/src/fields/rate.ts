import { type FieldGroup, numberField, textField } from '@tidemark/core';

const rates = { methodVersion: 'rates-1.0' } as const;

/** Utilization and rates as of the row's slot. Decimals, not percentages: 0.05 is 5 %. */
export const rateFields = {
  utilization_f: numberField(
    'fraction',
    'Share of the supplied amount that is borrowed. The value of the program can pass 1 by the share of uncollected fees; the twelve-field rows hold it to 0..1, SQL and all other endpoints do not.',
    'borrowed / supplied; 0 when nothing is supplied',
    { methodVersion: 'accrual-1.0' },
  ),
  borrow_apr_f: numberField(
    'fraction per year',
    'Yearly rate that borrowers pay now, without compounding.',
    '(curve(utilization) + host fixed rate) × f, f = 500 / slot_duration_ms on the slot basis and 1 on the time basis',
    rates,
  ),
  borrow_apy_f: numberField(
    'fraction per year',
    'Yearly rate that borrowers pay now, with compounding.',
    '(1 + borrow_apr / n)^n − 1, n = 63,072,000 on the slot basis and 31,536,000 on the time basis',
    rates,
  ),
  supply_apr_f: numberField(
    'fraction per year',
    'Yearly rate that suppliers earn from interest now, without compounding and without rewards.',
    'utilization × curve(utilization) × f × (1 − protocol take rate)',
    rates,
  ),
  supply_apy_f: numberField(
    'fraction per year',
    'Yearly rate that suppliers earn from interest now, with compounding and without rewards.',
    '(1 + supply_apr / n)^n − 1, n as for borrow_apy_f',
    rates,
  ),
  rewards_apr_f: numberField(
    'fraction per year',
    'Yearly rate of the reserve’s own rewards, which are added to the supplied amount. Not part of supply_apr_f or supply_apy_f.',
    'min(rewards per unit × n / supplied, market cap of the rewards rate) × f; 0 when the budget is empty',
    rates,
  ),
  slot_duration_ms_f: numberField(
    'milliseconds',
    'Slot duration that the rates of the row were computed with.',
    'measured by the indexer, see slot_duration_source_str',
    { ...rates, type: 'positive' },
  ),
  interest_rate_basis_str: textField(
    'What the reserve’s interest accrues by, as the program calls it: slots (also: legacy) or seconds (also: true_apr).',
    'configuration of the reserve; always the same where the program has one basis only',
    { type: 'word' },
  ),
} satisfies FieldGroup;
