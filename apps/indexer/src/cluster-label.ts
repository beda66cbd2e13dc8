const LABELS: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'mainnet-beta',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'testnet',
};

/** The usual name of a cluster, for messages and rows; `custom` for any other, a local one among them. */
export function clusterLabelOf(genesisHash: string): string {
  return LABELS[genesisHash] ?? 'custom';
}
