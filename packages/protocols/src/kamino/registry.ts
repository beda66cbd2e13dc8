import { labelsOf, market } from '../common/registry.ts';
import type { KnownMarket } from '../protocol.ts';

/** The listed markets of mainnet, with some of their reserves; also for labels, and where a provider refuses to list program accounts. */
export const KNOWN_REGISTRY: readonly KnownMarket[] = [
  market('Main Market', '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF', [
    ['SOL', 'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q'],
    ['USDC', 'D6q6wuQSrifJKZYpR1M8R4YawnLDtDsMmWM1NbBmgJ59'],
    ['USDT', 'H3t6qZ1JkguCNTi9uzVKqQ7dvt2cum4XiXWom6Gn5e5S'],
    ['PYUSD', '2gc9Dm1eB6UgVYFBUN9bWks6Kes9PbWSaPaa9DqyvEiN'],
    ['USDS', 'BHUi32TrEsfN2U821G4FprKrR4hTeK4LCWtA3BFetuqA'],
    ['USDG', 'ESCkPWKHmgNE7Msf77n9yzqJd5kQVWWGy3o5Mgxhvavp'],
    ['EURC', 'EGPE45iPkme8G8C1xFDNZoZeHdP3aRYtaAfAQuuwrcGZ'],
    ['cbBTC', '37Jk2zkz23vkAYBT66HM2gaqJuNg2nYLsCreQAVt5MWK'],
    ['wBTC', 'HYnVhjsvU1vBKTPsXs1dWe6cJeuU8E4gjoYpmwe81KzN'],
    ['ETH', 'febGYTnFX4GbSGoFHFeJXUHgNaK53fB23uDins9Jp1E'],
    ['JLP', 'EAA3VVsxUuQB1Tm5x7TJkq9ATtiX5Qwq8ok7gXwim7oo'],
    ['BSOL', 'H9vmCVd77N1HZa36eBn3UnftYmg4vQzPfm1RxabHAMER'],
    ['MSOL', 'FBSyPnxtHKLBZ4UeeUyAnbtFuAmTHLtso9YtsqRDRWpM'],
    ['JITOSOL', 'EVbyPKrHG6WBfm4dLxLMJpUDY43cCAcHSpV3KYjKsktW'],
    ['jupSOL', 'DGQZWCY17gGtBUgdaFs1VreJWsodkjFxndPsskwFKGpp'],
  ]),
  market('JLP Market', 'DxXdAyU3kCjnyggvHmY5nAwg5cRbbmdyX3npfDMjjMek', [
    ['USDC', 'Ga4rZytCpq1unD4DbEJ5bkHeUz9g3oh9AAFEi6vSauXp'],
    ['USDT', '2ov3CMqPBYG3jNBmmpXgK9KMW5GmU5GWZNGcwf7w3BC1'],
    ['PYUSD', 'FswUCVjvfAuzHCgPDF95eLKscGsLHyJmD6hzkhq26CLe'],
    ['USDG', '8rM1AY8M4YP4xNVmxhKnEUnj5CRWrcbcHpcgMoDfgqVi'],
    ['JLP', 'DdTmCCjv7zHRD1hJv3E8bpnSEQBzdKkzB1j9ApXX5QoP'],
  ]),
  market('Altcoins Market', 'ByYiZxp8QrdN9qbdtaAiePN8AAr3qvTPppNJDpf5DVJ5', [
    ['USDC', '9TD2TSv4pENb8VwfbVYg25jvym7HN6iuAR6pFNSrKjqQ'],
    ['PYUSD', 'D4c6nsTRjD2Kv7kYEUjtXiw72YKP8a1XHd33g38UpaV8'],
    ['JTO', '8PYYKF4ZvteefFBmtb9SMHmhZKnDWQH86z59mPZBfhHu'],
  ]),
  market('Jito Market', 'H6rHXmXoCQvq8Ue81MqNh7ow5ysPa1dSozwW3PU1dDH6', [
    ['SOL', '6gTJfuPHEg6uRAijRkMqNc9kan4sVZejKMxmvx2grT1p'],
  ]),
  market('Maple Market', '6WEGfej9B9wjxRs6t4BYpb9iCXd8CpTpJ8fVSNzHCC5y', [
    ['USDC', 'Atj6UREVWa7WxbF2EMKNyfmYUY1U1txughe2gjhcPDCo'],
  ]),
  market('Ethena Market', 'BJnbcRHqvppTyGesLzWASGKnmnF1wq9jZu6ExrjT7wvF', [
    ['PYUSD', 'EDf6dGbVnCCABbNhE3mp5i1jV2JhDAVmTWb1ztij1Yhs'],
  ]),
  // Further markets of mainnet that its own site lists or listed. Each address stands in public code of at least two authors who do not
  // depend on each other; the accounts were not read here. Of more than 200 markets on chain most are trials of anybody.
  market('Prime Market', 'CqAoLuqWtavaVE8deBjMKe8ZfSt9ghR6Vb8nfsyabyHA'),
  market('OnRe Market', '47tfyEG9SsdEnUm9cw5kY9BXngQGqu3LBoop9j5uTAv8'),
  market('Bitcoin Market', 'GMqmFygF5iSm5nkckYU6tieggFcR42SyjkkhK5rswFRs'),
  market('Superstate Opening Bell Market', 'CF32kn7AY8X1bW7ZkGcHc4X9ZWTxqKGCJk6QwrQkDcdw'),
  market('Huma Market', '52FSGeeokLpgvgAMdqxyt5Hoc2TbUYj5b8yxrEdZ37Vf'),
  market('Solstice Market', '9Y7uwXgQ68mGqRtZfuFaP4hc4fxeJ7cE9zTtqTxVhfGU'),
  market('xStocks Market', '5wJeMrUYECGq41fxRESKALVcHnNX26TAWy4W98yULsua'),
  market('Apollo Market', '3koBPZPPV4Ag4DPWCyTdAVGxzxABWw9vEZ9vX8sjbbM2'),
  market('Adrena Market', 'CTthJu49dgPkCgu9TKQProuaQnkHsRPQV33sSJ96vxpG'),
  market('Fartcoin Market', '4UwtBqa8DDtcWV6nWFregeMVkGdfWfiYeFxoHaR2hm9c'),
  market('Bonk Market', '7WQeTuLsFrZsgnHW7ddFdNfhfJAViqH4mvcFZPQ5zuQ9'),
  market('JTO Market', '9wmqLq3n3KdQBbNfwqrF3PwcLgZ9edZ7hW5TsaC3o6uj'),
  market('Jupiter Market', '3EZEy7vBTJ8Q9PWxKwdLVULRdsvVLT51rpBG3gH1TSJ5'),
  market('Marinade Market', 'GVDUXFwS8uvBG35RjZv6Y8S1AkV5uASiMJ9qTUKqb5PL'),
  market('Sanctum Market', 'eNLm5e5KVDX2vEcCkt75PpZ2GMfXcZES3QrFshgpVzp'),
  market('Solblaze Market', 'C7h9YnjPrDvNhe2cWWDhCu4CZEB1XTTH4RzjmsHuengV'),
  market('Exponent PT-SOL Market', 'F4Pn9mAvbUazDmWET5yYATTiyLHLaCRTWgGex4tiMXAs'),
];

const labelOf = labelsOf(KNOWN_REGISTRY);

/** Name to show for a market: the one on chain, else the registry's label, else ''. */
export function displayLendingMarketName(address: string, onChainName: string): string {
  return onChainName === '' ? labelOf(address) : onChainName;
}
