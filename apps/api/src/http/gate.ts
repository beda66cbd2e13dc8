import { ApiError } from './api-error.ts';

/**
 * Lets a bounded number of pieces of work run at a time and refuses the rest with OVERLOADED, at once: a caller that is
 * told to come back costs less than one that waits in a queue until it gives up.
 */
export function createGate(maxUnderWay: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let underWay = 0;
  return async (work) => {
    if (underWay >= maxUnderWay) throw new ApiError('OVERLOADED', { headers: { 'Retry-After': '1' } });
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  };
}
