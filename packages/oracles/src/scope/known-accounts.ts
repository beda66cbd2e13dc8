/** The accounts of a feed of Scope on mainnet: so that the first call of a process reads all it needs. */
export interface KnownScopeFeed {
  readonly prices: string;
  readonly mappings: string;
  readonly configuration: string;
}

export const KNOWN_SCOPE_FEEDS: readonly KnownScopeFeed[] = [
  {
    prices: '3NJYftD5sjVfxSnUdZ1wVML8f3aC6mp1CXCL6L7TnU8C',
    mappings: 'Chpu5ZgfWX5ZzVpUx9Xvv4WPM75Xd7zPJNDPsFnCpLpk',
    configuration: 'AdTiP7QyjUyv6crF4H8z7fxJKU7Z5eCAGvJN1Y55cXxb',
  },
  {
    prices: '3t4JZcueEzTbVP6kLxXrL3VpWx45jDer4eqysweBchNH',
    mappings: '4zh6bmb77qX2CL7t5AJYCqa6YqFafbz3QJNeFvZjLowg',
    configuration: '6cMwdbrJ95D7v5655Zsoe7oXmjQJMnagWK8EcdG6qmGM',
  },
];

/** Null for other accounts, which name theirs themselves. */
export function knownMappingsOf(prices: string): string | null {
  return KNOWN_SCOPE_FEEDS.find((feed) => feed.prices === prices)?.mappings ?? null;
}
