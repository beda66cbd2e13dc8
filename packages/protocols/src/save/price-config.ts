import { type ConfigJson, type PriceConfig, readText } from '@tidemark/core';
import { isEmptyAddress } from '../common/account-fields.ts';

/** The program refuses a price account of Pyth's receiver that is older; one of Switchboard by slots, 240 of them. */
const MAX_AGE_SECONDS = 120n;

/** The sources out of the stored configuration: the program asks the second where the first fails, the extra one beside them. */
export function toPriceConfig(config: ConfigJson): PriceConfig {
  const single = { chain: [], averageChain: [], averageAddress: null };
  const sources = [
    { ...single, kind: 'pyth', address: readText(config, 'pythOracle') },
    { ...single, kind: 'switchboard', address: readText(config, 'switchboardOracle') },
    { ...single, kind: 'extra', address: readText(config, 'extraOracle') },
  ];
  return {
    sources: sources.filter(({ address }) => !isEmptyAddress(address)),
    maxAgeSeconds: MAX_AGE_SECONDS,
    maxAverageAgeSeconds: null,
    maxAverageDivergenceBps: null,
  };
}
