import type { StateNumber } from '@tidemark/model';
import { NUMBER_OF } from '../generated/state-numbers.ts';

export { NUMBER_OF };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the literal above
export const STATE_NUMBERS = Object.keys(NUMBER_OF) as StateNumber[];
