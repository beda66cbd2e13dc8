export * from './decimal.ts';
export * from './source.ts';
export * from './oracles.ts';
export * from './aggregate/aggregate.ts';
export * from './aggregate/policy.ts';
export { LISTED_FEEDS, LISTED_TOKENS, type ListedToken, pythFeedIdOfMint } from './listed-feeds.ts';
export { observeReserve, type ReservePrice, reserveFeed } from './reserve-price.ts';
export { ageOf, emptyObservation, timeVerdict, unusable, USABLE } from './observation.ts';
export { type KnownPythFeed, KNOWN_PYTH_FEEDS } from './pyth/known-feeds.ts';
export {
  decodePriceUpdate,
  encodePriceUpdate,
  type PriceUpdate,
  PYTH_PRO_RECEIVER_ADDRESS,
  PYTH_RECEIVER_ADDRESS,
} from './pyth/price-update.ts';
export { pythFeed } from './pyth/source.ts';
export { type KnownScopeFeed, KNOWN_SCOPE_FEEDS } from './scope/known-accounts.ts';
export { entryTypeName, SCOPE_PROGRAM_ADDRESS } from './scope/kinds.ts';
export { encodeScopeMappings, type ScopeMapping, type ScopeMappingFields, ScopeMappings } from './scope/mappings.ts';
export { encodeScopePrices, type ScopeEntry, ScopePrices } from './scope/prices.ts';
export { scopeFeed } from './scope/source.ts';
export {
  decodePullFeed,
  encodePullFeed,
  type PullFeed,
  type PullFeedResult,
  SWITCHBOARD_PROGRAM_ADDRESS,
  SWITCHBOARD_QUEUE_ADDRESS,
} from './switchboard/pull-feed.ts';
export { switchboardFeed } from './switchboard/source.ts';
export {
  HTTP_PRICE_SOURCES,
  HttpAnswerError,
  type HttpPriceSource,
  unaskedObservations,
} from './http-sources/index.ts';
