import type { KnownMarket } from '../protocol.ts';

const MARKETS_WITH_RESERVES: readonly KnownMarket[] = [
  {
    name: 'Main Market',
    address: '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF',
    reserves: [
      {
        symbol: 'SOL',
        address: 'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q',
        mint: 'So11111111111111111111111111111111111111112',
        decimals: 9,
      },
      {
        symbol: 'USDC',
        address: 'D6q6wuQSrifJKZYpR1M8R4YawnLDtDsMmWM1NbBmgJ59',
        mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        decimals: 6,
      },
      {
        symbol: 'USDT',
        address: 'H3t6qZ1JkguCNTi9uzVKqQ7dvt2cum4XiXWom6Gn5e5S',
        mint: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
        decimals: 6,
      },
      {
        symbol: 'PYUSD',
        address: '2gc9Dm1eB6UgVYFBUN9bWks6Kes9PbWSaPaa9DqyvEiN',
        mint: '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
        decimals: 6,
      },
      {
        symbol: 'USDS',
        address: 'BHUi32TrEsfN2U821G4FprKrR4hTeK4LCWtA3BFetuqA',
        mint: 'USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA',
        decimals: 6,
      },
      {
        symbol: 'USDG',
        address: 'ESCkPWKHmgNE7Msf77n9yzqJd5kQVWWGy3o5Mgxhvavp',
        mint: '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH',
        decimals: 6,
      },
      {
        symbol: 'EURC',
        address: 'EGPE45iPkme8G8C1xFDNZoZeHdP3aRYtaAfAQuuwrcGZ',
        mint: 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr',
        decimals: 6,
      },
      {
        symbol: 'cbBTC',
        address: '37Jk2zkz23vkAYBT66HM2gaqJuNg2nYLsCreQAVt5MWK',
        mint: 'cbbtcf3aa214zXHbiAZQwf4122FBYbraNdFqgw4iMij',
        decimals: 8,
      },
      {
        symbol: 'wBTC',
        address: 'HYnVhjsvU1vBKTPsXs1dWe6cJeuU8E4gjoYpmwe81KzN',
        mint: '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh',
        decimals: 8,
      },
      {
        symbol: 'ETH',
        address: 'febGYTnFX4GbSGoFHFeJXUHgNaK53fB23uDins9Jp1E',
        mint: '7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs',
        decimals: 8,
      },
      {
        symbol: 'JLP',
        address: 'EAA3VVsxUuQB1Tm5x7TJkq9ATtiX5Qwq8ok7gXwim7oo',
        mint: '27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4',
        decimals: 6,
      },
      {
        symbol: 'BSOL',
        address: 'H9vmCVd77N1HZa36eBn3UnftYmg4vQzPfm1RxabHAMER',
        mint: 'bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1',
        decimals: 9,
      },
      {
        symbol: 'MSOL',
        address: 'FBSyPnxtHKLBZ4UeeUyAnbtFuAmTHLtso9YtsqRDRWpM',
        mint: 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So',
        decimals: 9,
      },
      {
        symbol: 'JITOSOL',
        address: 'EVbyPKrHG6WBfm4dLxLMJpUDY43cCAcHSpV3KYjKsktW',
        mint: 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
        decimals: 9,
      },
      {
        symbol: 'jupSOL',
        address: 'DGQZWCY17gGtBUgdaFs1VreJWsodkjFxndPsskwFKGpp',
        mint: 'jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v',
        decimals: 9,
      },
    ],
  },
  {
    name: 'JLP Market',
    address: 'DxXdAyU3kCjnyggvHmY5nAwg5cRbbmdyX3npfDMjjMek',
    reserves: [
      {
        symbol: 'USDC',
        address: 'Ga4rZytCpq1unD4DbEJ5bkHeUz9g3oh9AAFEi6vSauXp',
        mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        decimals: 6,
      },
      {
        symbol: 'USDT',
        address: '2ov3CMqPBYG3jNBmmpXgK9KMW5GmU5GWZNGcwf7w3BC1',
        mint: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
        decimals: 6,
      },
      {
        symbol: 'PYUSD',
        address: 'FswUCVjvfAuzHCgPDF95eLKscGsLHyJmD6hzkhq26CLe',
        mint: '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
        decimals: 6,
      },
      {
        symbol: 'USDG',
        address: '8rM1AY8M4YP4xNVmxhKnEUnj5CRWrcbcHpcgMoDfgqVi',
        mint: '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH',
        decimals: 6,
      },
      {
        symbol: 'JLP',
        address: 'DdTmCCjv7zHRD1hJv3E8bpnSEQBzdKkzB1j9ApXX5QoP',
        mint: '27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4',
        decimals: 6,
      },
    ],
  },
  {
    name: 'Altcoins Market',
    address: 'ByYiZxp8QrdN9qbdtaAiePN8AAr3qvTPppNJDpf5DVJ5',
    reserves: [
      {
        symbol: 'USDC',
        address: '9TD2TSv4pENb8VwfbVYg25jvym7HN6iuAR6pFNSrKjqQ',
        mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        decimals: 6,
      },
      {
        symbol: 'PYUSD',
        address: 'D4c6nsTRjD2Kv7kYEUjtXiw72YKP8a1XHd33g38UpaV8',
        mint: '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
        decimals: 6,
      },
      {
        symbol: 'JTO',
        address: '8PYYKF4ZvteefFBmtb9SMHmhZKnDWQH86z59mPZBfhHu',
        mint: 'jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL',
        decimals: 9,
      },
    ],
  },
  {
    name: 'Jito Market',
    address: 'H6rHXmXoCQvq8Ue81MqNh7ow5ysPa1dSozwW3PU1dDH6',
    reserves: [
      {
        symbol: 'SOL',
        address: '6gTJfuPHEg6uRAijRkMqNc9kan4sVZejKMxmvx2grT1p',
        mint: 'So11111111111111111111111111111111111111112',
        decimals: 9,
      },
    ],
  },
  {
    name: 'Maple Market',
    address: '6WEGfej9B9wjxRs6t4BYpb9iCXd8CpTpJ8fVSNzHCC5y',
    reserves: [
      {
        symbol: 'USDC',
        address: 'Atj6UREVWa7WxbF2EMKNyfmYUY1U1txughe2gjhcPDCo',
        mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        decimals: 6,
      },
    ],
  },
  {
    name: 'Ethena Market',
    address: 'BJnbcRHqvppTyGesLzWASGKnmnF1wq9jZu6ExrjT7wvF',
    reserves: [
      {
        symbol: 'PYUSD',
        address: 'EDf6dGbVnCCABbNhE3mp5i1jV2JhDAVmTWb1ztij1Yhs',
        mint: '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
        decimals: 6,
      },
    ],
  },
];

/**
 * Further markets of mainnet that its own site lists or listed. Each address stands in public code of at least two authors who do not
 * depend on each other; the accounts were not read here. Of more than 200 markets on chain most are trials of anybody.
 */
const FURTHER_MARKETS: readonly (readonly [name: string, address: string])[] = [
  ['Prime Market', 'CqAoLuqWtavaVE8deBjMKe8ZfSt9ghR6Vb8nfsyabyHA'],
  ['OnRe Market', '47tfyEG9SsdEnUm9cw5kY9BXngQGqu3LBoop9j5uTAv8'],
  ['Bitcoin Market', 'GMqmFygF5iSm5nkckYU6tieggFcR42SyjkkhK5rswFRs'],
  ['Superstate Opening Bell Market', 'CF32kn7AY8X1bW7ZkGcHc4X9ZWTxqKGCJk6QwrQkDcdw'],
  ['Huma Market', '52FSGeeokLpgvgAMdqxyt5Hoc2TbUYj5b8yxrEdZ37Vf'],
  ['Solstice Market', '9Y7uwXgQ68mGqRtZfuFaP4hc4fxeJ7cE9zTtqTxVhfGU'],
  ['xStocks Market', '5wJeMrUYECGq41fxRESKALVcHnNX26TAWy4W98yULsua'],
  ['Apollo Market', '3koBPZPPV4Ag4DPWCyTdAVGxzxABWw9vEZ9vX8sjbbM2'],
  ['Adrena Market', 'CTthJu49dgPkCgu9TKQProuaQnkHsRPQV33sSJ96vxpG'],
  ['Fartcoin Market', '4UwtBqa8DDtcWV6nWFregeMVkGdfWfiYeFxoHaR2hm9c'],
  ['Bonk Market', '7WQeTuLsFrZsgnHW7ddFdNfhfJAViqH4mvcFZPQ5zuQ9'],
  ['JTO Market', '9wmqLq3n3KdQBbNfwqrF3PwcLgZ9edZ7hW5TsaC3o6uj'],
  ['Jupiter Market', '3EZEy7vBTJ8Q9PWxKwdLVULRdsvVLT51rpBG3gH1TSJ5'],
  ['Marinade Market', 'GVDUXFwS8uvBG35RjZv6Y8S1AkV5uASiMJ9qTUKqb5PL'],
  ['Sanctum Market', 'eNLm5e5KVDX2vEcCkt75PpZ2GMfXcZES3QrFshgpVzp'],
  ['Solblaze Market', 'C7h9YnjPrDvNhe2cWWDhCu4CZEB1XTTH4RzjmsHuengV'],
  ['Exponent PT-SOL Market', 'F4Pn9mAvbUazDmWET5yYATTiyLHLaCRTWgGex4tiMXAs'],
];

/** The listed markets of mainnet, with some of their reserves; also for labels, and where a provider refuses to list program accounts. */
export const KNOWN_REGISTRY: readonly KnownMarket[] = [
  ...MARKETS_WITH_RESERVES,
  ...FURTHER_MARKETS.map(([name, address]) => ({ name, address, reserves: [] })),
];

const LABELS: ReadonlyMap<string, string> = new Map(KNOWN_REGISTRY.map((market) => [market.address, market.name]));

/** Name to show for a market: the one on chain, else the registry's label, else ''. */
export function displayLendingMarketName(address: string, onChainName: string): string {
  return onChainName === '' ? (LABELS.get(address) ?? '') : onChainName;
}
