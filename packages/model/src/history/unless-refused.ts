import { isLendingError } from '@tidemark/core';

/** What `derive` gives, or null where the program itself would refuse to compute it. Other errors pass through. */
export function unlessRefused<T>(derive: () => T): T | null {
  try {
    return derive();
  } catch (error) {
    if (isLendingError(error)) return null;
    throw error;
  }
}
