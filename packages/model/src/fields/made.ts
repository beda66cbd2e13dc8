import { type FieldGroup, numberField } from '@tidemark/core';

const account = { methodVersion: 'account-1.0' } as const;
const VAULT =
  'What the supply vault of the reserve holds by the books of its account: the available amount and what is left of the budget of the reserve’s own rewards. Fees that are owed to the protocol and to referrers lie in it too; TVL (supplied − borrowed) is net of them, so it is lower. Tokens that were sent to the vault past the program are not counted.';

/** Numbers that are made of others where they are read, and stored nowhere. */
export const madeFields = {
  supply_apy_total_f: numberField(
    'fraction per year',
    'Yearly rate that suppliers earn now, from interest and the reserve’s own rewards: the sum of both, as sites that list yields add them. Rewards are not compounded in it, so what suppliers really earn (supply_apy_realised_f) can be a little more. Rewards that are paid apart from the reserve are not in it.',
    'supply_apy_f + rewards_apr_f',
    { methodVersion: 'rates-1.0' },
  ),
  vault_balance_raw: numberField(
    'base units',
    VAULT,
    'available_amount_raw + rewards_available_raw, of a protocol without such rewards available_amount_raw',
    account,
  ),
  vault_balance_f: numberField('token', VAULT, 'vault_balance_raw / 10^token_decimals, as the nearest double', account),
  vault_balance_usd_f: numberField(
    'USD',
    `${VAULT} In USD at the price that the protocol itself holds.`,
    'vault_balance_raw / 10^token_decimals × price_raw, as the nearest double',
    { methodVersion: 'usd-1.1', nullRule: 'null where the account holds no price (price_raw is 0)' },
  ),
} satisfies FieldGroup;
