import type { Answer, Envelope } from './answer.ts';
import { historyAnswers, historyEnvelopes } from './history.ts';
import { liquidityAnswers, liquidityEnvelopes } from './liquidity.ts';
import { pricesAnswers, pricesEnvelopes } from './prices.ts';
import { reservesAnswers, reservesEnvelopes } from './reserves.ts';
import { serviceAnswers, serviceEnvelopes } from './service.ts';
import { totalsAnswers, totalsEnvelopes } from './totals.ts';

export type { Answer, Envelope, NestedAnswer } from './answer.ts';

/** Every object of the answers with its fields, by the name of its component. */
export const answers: Readonly<Record<string, Answer>> = {
  ...reservesAnswers,
  ...historyAnswers,
  ...totalsAnswers,
  ...pricesAnswers,
  ...liquidityAnswers,
  ...serviceAnswers,
};

/** What the endpoints answer with. */
export const envelopes: Readonly<Record<string, Envelope>> = {
  ...reservesEnvelopes,
  ...historyEnvelopes,
  ...totalsEnvelopes,
  ...pricesEnvelopes,
  ...liquidityEnvelopes,
  ...serviceEnvelopes,
};
