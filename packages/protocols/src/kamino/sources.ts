/** Where common fields come from in the accounts of klend. */
export const KAMINO_SOURCES: Readonly<Record<string, string>> = {
  lending_market: 'Reserve account, offset 32',
  lending_market_name: 'LendingMarket account, offset 3248; a label of known markets where it is empty',
  token_address: 'Reserve account, offset 128',
  token_decimals: 'Reserve account, offset 272',
  token_program: 'Reserve account, offset 408',
  collateral_token_address: 'Reserve account, offset 2560',
};
