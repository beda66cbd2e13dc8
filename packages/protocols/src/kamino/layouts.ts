import { MARKET } from './lending-market.ts';
import { RESERVE } from './reserve.ts';

/** What `npm run generate` makes readers and writers of. */
export const LAYOUTS = [
  { name: 'Reserve', module: 'reserve', layout: RESERVE },
  { name: 'Market', module: 'lending-market', layout: MARKET },
];
