export { type Answer, answers, type Envelope, envelopes, type NestedAnswer } from './answers/index.ts';
export { csvCell, csvHeader } from './csv-header.ts';
export * from './dictionary.ts';
export { answerVariants, definitionIn, isDefinedIn } from './variants.ts';
export { isText, type OwnColumn, ownAnswerOf, ownColumnsOf, ownViewOf } from './own-columns.ts';
export { STATE_NUMBERS } from './state-numbers.ts';
export { publicFunctions, publicViews } from './views/public-views.ts';
export { keyOf } from './views/view-keys.ts';
export type { ViewDefinition } from './views/view-definition.ts';
export { type FieldDefinition, type FieldType, METHOD_VERSIONS, type MethodVersion } from '@tidemark/core';
export {
  AGGREGATE_INTERVALS,
  BENCHMARK_INTERVALS,
  DEPTH_FALLS,
  DEPTH_INTERVALS,
  DEPTH_SIDES,
  DIVERGENCE_GAPS,
  EVIDENCE_GRADES,
  FEE_GROUPS,
  HISTORY_AGGREGATES,
  HISTORY_FILLS,
  HISTORY_INTERVALS,
  PRICE_BASES,
  PRICE_INTERVALS,
  QUALITIES,
  RESERVE_STATUSES,
  STATUS_CAUSES,
  VERDICTS,
} from './words.ts';
