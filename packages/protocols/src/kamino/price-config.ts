import { type ConfigJson, type PriceConfig, readBigint, readIntegers, readText } from '@tidemark/core';
import { isEmptyAddress } from '../common/account-fields.ts';

/**
 * The sources out of the stored configuration. Of those that load the program takes the one with the newest time, on a tie the first in
 * this order. The divergence from the average is not checked where its bound is 0.
 */
export function toPriceConfig(config: ConfigJson): PriceConfig {
  const address = (name: string) => readText(config, `tokenInfo.${name}`);
  const single = { chain: [], averageChain: [], averageAddress: null };
  const switchboardAverage = address('switchboardTwapAggregator');
  const sources = [
    { ...single, kind: 'pyth', address: address('pythPrice') },
    {
      ...single,
      kind: 'switchboard',
      address: address('switchboardPriceAggregator'),
      averageAddress: isEmptyAddress(switchboardAverage) ? null : switchboardAverage,
    },
    {
      ...single,
      kind: 'scope',
      address: address('scopePriceFeed'),
      chain: readIntegers(config, 'tokenInfo.scopePriceChain'),
      averageChain: readIntegers(config, 'tokenInfo.scopeTwapChain'),
    },
  ];
  const maxAverageDivergenceBps = readBigint(config, 'tokenInfo.maxTwapDivergenceBps');
  return {
    sources: sources.filter((source) => !isEmptyAddress(source.address)),
    maxAgeSeconds: readBigint(config, 'tokenInfo.maxAgePriceSeconds'),
    maxAverageAgeSeconds: readBigint(config, 'tokenInfo.maxAgeTwapSeconds'),
    maxAverageDivergenceBps: maxAverageDivergenceBps === 0n ? null : maxAverageDivergenceBps,
  };
}
