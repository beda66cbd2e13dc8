/** A price feed of Pyth with the accounts that anybody may update: shard 0 of both receiver programs. */
export interface KnownPythFeed {
  /** As Pyth writes it: quoted in US dollars. */
  readonly symbol: string;
  /** 32 bytes, hexadecimal. */
  readonly feedId: string;
  readonly account: string;
  readonly proAccount: string;
}

/** Facts of mainnet; accounts follow from the feed's number, and each was compared with the address derived from it. */
export const KNOWN_PYTH_FEEDS: readonly KnownPythFeed[] = [
  {
    symbol: 'SOL/USD',
    feedId: 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d',
    account: '7UVimffxr9ow1uXYxsr4LHAcV58mLzhmwaeKvJ1pjLiE',
    proAccount: '7AviUf9nL62mcxNbQGKm4nKDQnPjswo6c5MX4D57HmyE',
  },
  {
    symbol: 'USDC/USD',
    feedId: 'eaa020c61cc479712813461ce153894a96a6c00b21ed0cfc2798d1f9a9e9c94a',
    account: 'Dpw1EAVrSB1ibxiDQyTAW6Zip3J4Btk2x4SgApQCeFbX',
    proAccount: '6HAuqASbHEh4w4REJEUUUCginTLfj1kwCh215ZLtMkrT',
  },
  {
    symbol: 'BONK/USD',
    feedId: '72b021217ca3fe68922a19aaf990109cb9d84e9ad004b4d2025ad6f529314419',
    account: 'DBE3N8uNjhKPRHfANdwGvCZghWXyLPdqdSbEW2XFwBiX',
    proAccount: '3nMpgBXnjBSDYupQQEVR7DZM65zkJCdKy1Up7nkqp99w',
  },
  {
    symbol: 'ETH/USD',
    feedId: 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace',
    account: '42amVS4KgzR9rA28tkVYqVXjq9Qa8dcZQMbH5EYFX6XC',
    proAccount: '7odryi4WfoMFHtv2eubdMgP1pqQMmdiXSK1N2tqZ2nRH',
  },
  {
    symbol: 'WBTC/USD',
    feedId: 'c9d8b075a5c69303365ae23633d4e085199bf5c520a3b90fed1322a0342ffc33',
    account: '9gNX5vguzarZZPjTnE1hWze3s6UsZ7dsU3UnAmKPnMHG',
    proAccount: 'A2TZtMiVa5pwf1xfQvZeX3hK71RPPMuqG7C82ZMLDNdr',
  },
  {
    symbol: 'MSOL/USD',
    feedId: 'c2289a6a43d2ce91c6f55caec370f4acc38a2ed477f58813334c6d03749ff2a4',
    account: '5CKzb9j4ChgLUt8Gfm5CNGLN6khXKiqMbnGAW4cgXgxK',
    proAccount: 'Gtjm5bpCMxyNhjWe8GNDRq5KoBqhLJw63dWdcdpoq7nc',
  },
];

const FEED_IDS: ReadonlyMap<string, string> = new Map(
  KNOWN_PYTH_FEEDS.flatMap(({ feedId, account, proAccount }) => [
    [account, feedId] as const,
    [proAccount, feedId] as const,
  ]),
);

/** The feed that stands in a known account; null for others, which say it themselves. */
export function knownFeedIdOf(account: string): string | null {
  return FEED_IDS.get(account) ?? null;
}

/** What a price rests on that was read from an account of Pyth: both receivers publish the same feeds. */
export function pythRoots(account: string, feedId: string | null = knownFeedIdOf(account)): readonly string[] {
  return feedId === null ? [`pyth:${account}`] : [`pyth:${feedId}`, `pyth:${account}`];
}
