/** Where common fields come from in the accounts of Save, which have no names. */
export const SAVE_SOURCES: Readonly<Record<string, string>> = {
  lending_market: 'Reserve account, offset 10',
  lending_market_name: 'label of a known market',
  token_address: 'Reserve account, offset 42',
  token_decimals: 'Reserve account, offset 74',
  token_program: 'always the Token program',
  collateral_token_address: 'Reserve account, offset 227',
};
