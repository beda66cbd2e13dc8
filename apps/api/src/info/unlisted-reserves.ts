import type { LatestDataset } from '../latest/latest-dataset.ts';
import type { InfoTables } from './info-store.ts';

/**
 * Gives the latest reserves where they name one that the tables lack: it was discovered since those were loaded, and who
 * found it in the one answer must not be told by another that there is no such reserve. Nothing that a caller sends
 * makes a difference.
 */
export function createUnlistedCheck(
  latest: () => Pick<LatestDataset, 'reserves'> | null,
): (tables: InfoTables) => object | null {
  let checked: { readonly dataset: object; readonly tables: InfoTables; readonly complete: boolean } | null = null;
  return (tables) => {
    const dataset = latest();
    if (dataset === null) return null;
    if (checked?.dataset !== dataset || checked.tables !== tables) {
      const listed = new Set(tables.reserves.map(({ reserve }) => reserve));
      checked = { dataset, tables, complete: dataset.reserves.every((reserve) => listed.has(reserve)) };
    }
    return checked.complete ? null : dataset;
  };
}
