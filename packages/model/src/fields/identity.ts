import { booleanField, type FieldGroup, instantField, numberField, textField, timeField } from '@tidemark/core';
import { sourceOf } from './protocol-words.ts';

const NO_MULTIPLIER = 'null where the mint has none, or has not been read';

/** Fields that say which thing a row is about, and as of when. */
export const identityFields = {
  timestamp: timeField(
    'Time of the row: the chain clock of the read that the row was derived from.',
    'unix_timestamp of the Clock sysvar, read in the same call as the account',
  ),
  observed_at: instantField(
    'Chain time that the row is as of: the clock of the bank that the account was read from.',
    'unix_timestamp of the Clock sysvar, read in the same call as the account',
  ),
  slot: numberField(
    'slots',
    'Slot of the bank that the account was read from. Amounts and rates are as of it.',
    'slot of the Clock sysvar, read in the same call as the account',
    { methodVersion: 'ingest-1.0' },
  ),
  protocol: textField('Lending protocol that the account belongs to.', 'by the program that owns the account', {
    type: 'word',
  }),
  lending_market: textField('Address of the lending market.', sourceOf('lending_market'), { type: 'address' }),
  lending_market_name: textField(
    'Name of the lending market: the one on chain, else the label of a known market, else an empty string.',
    sourceOf('lending_market_name'),
  ),
  listed_b: booleanField(
    'True where the lending market is listed. Anybody can create a market and name it at will: sums over markets count those alone that are listed, by the committed list of the protocol or by a setting of the operator.',
    'address of the lending market is in the registry of the protocol, or in LISTED_MARKETS; false where its account was never read',
    { methodVersion: 'aggregate-1.1' },
  ),
  reserve: textField('Address of the reserve.', 'address of the Reserve account', { type: 'address' }),
  underlying_protocol: textField(
    'Protocol of the reserve through which this one lends on all that it holds.',
    'account of the reserve',
    { type: 'word', nullRule: 'null where the reserve lends itself', methodVersion: 'account-1.0' },
  ),
  underlying_reserve: textField(
    'Address of the reserve through which this one lends on all that it holds: sums that have both count that one alone.',
    'account of the reserve',
    { type: 'address', nullRule: 'null where the reserve lends itself', methodVersion: 'account-1.0' },
  ),
  token_symbol: textField(
    'Symbol of the token, an empty string where none is known. Not unique, and of unlisted markets whatever their creator wrote: tokens are told apart by token_address.',
    'name in the account of the reserve, else as token_symbol_origin_str says',
  ),
  token_symbol_origin_str: textField(
    'Where token_symbol comes from. account: the account of the reserve. list: a committed list of tokens by mint address. other_protocol: a reserve of another protocol in a listed market, with the same mint. metadata: the metadata of the mint, which whoever made the mint wrote; a symbol that the list gives to another mint is not taken from there.',
    'the first of account, list, other_protocol and metadata that has a symbol',
    {
      type: ['account', 'list', 'other_protocol', 'metadata'],
      nullRule: 'null where no symbol is known',
      methodVersion: 'account-1.0',
    },
  ),
  token_address: textField('Mint address of the token that is lent.', sourceOf('token_address'), {
    type: 'address',
  }),
  token_decimals: numberField(
    'digits',
    'Decimals of the token: base units are token units times 10^token_decimals.',
    sourceOf('token_decimals'),
    { methodVersion: 'account-1.0' },
  ),
  token_program: textField('Program that owns the mint (Token or Token-2022).', sourceOf('token_program'), {
    type: 'address',
  }),
  collateral_token_address: textField(
    'Mint address of the collateral token that depositors receive.',
    sourceOf('collateral_token_address'),
    { type: 'address' },
  ),
  first_seen_timestamp: timeField(
    'Chain time when this service first saw the account.',
    'chain clock of the first read',
  ),
  last_seen_timestamp: timeField(
    'Chain time when this service last read the account with success.',
    'chain clock of the newest read that held the account',
  ),
  missing_since_timestamp: timeField(
    'Chain time since which the account is no longer on chain. The last known state is kept and still served.',
    'chain clock of the first read that no longer held the account',
    { nullRule: 'null while the account is on chain' },
  ),
  ui_multiplier_f: numberField(
    'factor',
    'Multiplier that wallets show amounts of this token with (ScaledUiAmount of Token-2022), in force at the time of the row. No amount of this service is multiplied by it: they are raw units over 10^token_decimals.',
    'Mint account, ScaledUiAmount extension: the new multiplier from its effective time on, else the multiplier; read by discovery',
    { type: 'positive', nullRule: NO_MULTIPLIER, methodVersion: 'account-1.0' },
  ),
  next_ui_multiplier_f: numberField(
    'factor',
    'Multiplier that will be in force from ui_multiplier_effective_timestamp (ui_multiplier_effective_at in SQL) on.',
    'Mint account, ScaledUiAmount extension: the new multiplier before its effective time',
    {
      type: 'positive',
      nullRule: 'null where no change lies ahead, or where ui_multiplier_f is null',
      methodVersion: 'account-1.0',
    },
  ),
  ui_multiplier_effective_timestamp: timeField(
    'When the newest multiplier came into force, or will: it lies ahead where next_ui_multiplier_f is not null.',
    'Mint account, ScaledUiAmount extension, effective time of the new multiplier',
    {
      nullRule:
        'null where the multiplier was never changed, the time lies beyond the year 9999, or ui_multiplier_f is null',
      methodVersion: 'account-1.0',
    },
  ),
} satisfies FieldGroup;
