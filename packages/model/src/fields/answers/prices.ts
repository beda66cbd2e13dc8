import { type Answer, type Envelope, TOKEN, PAGE } from './answer.ts';

export const PRICE = `${TOKEN} price_usd_f price_usd_raw status_str published_timestamp price_age_seconds source_count used_source_count
  spread_bps_f price_confidence_usd_f`;

/** Prices of tokens. */
export const pricesAnswers: Readonly<Record<string, Answer>> = {
  Price: {
    description: 'The newest price of a token. An unknown token is a row with the status missing.',
    fields: `timestamp slot ${PRICE}`,
  },
  PriceLeg: {
    description: 'One of the prices that a price was multiplied from.',
    fields: 'leg_place leg_kind_str leg_value_raw published_timestamp',
  },
  PriceSource: {
    description: 'What one feed says of a token, and whether the price of the token was made of it.',
    fields: `
      timestamp slot ${TOKEN} source_str feed price_account price_usd_f price_usd_raw price_confidence_usd_f
      average_price_usd_f published_timestamp price_age_seconds verification_str used_b unused_reason_str weight_f
      deviation_bps_f roots legs`,
    nested: {
      legs: {
        of: 'PriceLeg',
        list: true,
        description: 'The prices that it was multiplied from; empty where it was not.',
      },
    },
  },
  PriceAt: {
    description:
      'The price of a token at a moment: the newest at or before it. Before the first it is a row with the status missing.',
    fields: `timestamp ${PRICE} evidence_slot evidence_timestamp evidence_age_seconds in_gap_b`,
  },
  PriceHistoryRow: {
    description:
      'The price of a token over a bucket, or with interval=raw one stored observation. All columns are there unless the parameter fields names some.',
    optional: 'by request',
    fields: `
      timestamp ${TOKEN} open_price_usd_f high_price_usd_f low_price_usd_f close_price_usd_f close_price_usd_raw
      twavg_price_usd_f observations coverage_f priced_share_f quality_str gap_reason_str final_b`,
  },
  PriceDivergenceRow: {
    description:
      'How far the price that a reserve holds lay from the price of its token, for how long, and whether the program would have accepted it; over a bucket, or with interval=raw where one of the two was stored anew. All columns are there unless the parameter fields names some.',
    optional: 'by request',
    fields: `
      timestamp reserve ${TOKEN} open_divergence_bps_f high_divergence_bps_f low_divergence_bps_f close_divergence_bps_f
      twavg_divergence_bps_f observations elapsed_seconds compared_seconds beyond_bound_seconds accepted_seconds
      refused_seconds accepted_beyond_bound_seconds accepted_b coverage_f quality_str gap_reason_str final_b`,
  },
  PriceDivergenceMeta: { fields: `from to interval_str ${PAGE} tier_str methodology divergence_bound_bps` },
  PricesMeta: { fields: 'as_of slot count methodology' },
  PriceHistoryMeta: { fields: `from to interval_str ${PAGE} tier_str methodology` },
};

/** What the endpoints answer with. */
export const pricesEnvelopes: Readonly<Record<string, Envelope>> = {
  PricesEnvelope: {
    data: 'Price',
    list: true,
    description: 'In the order of the request, else by mint address.',
    meta: 'PricesMeta',
  },
  PriceSourcesEnvelope: { data: 'PriceSource', list: true, description: 'By feed.', meta: 'PricesMeta' },
  PricesAtEnvelope: { data: 'PriceAt', list: true, description: 'In the order of the request.', meta: 'PricesMeta' },
  PriceDivergenceEnvelope: {
    data: 'PriceDivergenceRow',
    list: true,
    description: 'By time.',
    meta: 'PriceDivergenceMeta',
  },
  PriceHistoryEnvelope: { data: 'PriceHistoryRow', list: true, description: 'By time.', meta: 'PriceHistoryMeta' },
};
