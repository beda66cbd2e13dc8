/**
 * The rows of an answer, those that equal the row of before in the named columns as the object that they were: what shows them is not rendered
 * again. The list of before where no row has changed.
 */
export function keepEqualRows<Row extends { readonly reserve: string }>(
  before: readonly Row[],
  rows: readonly Row[],
  columns: readonly (keyof Row)[],
): readonly Row[] {
  const known = new Map(before.map((row) => [row.reserve, row]));
  const kept = rows.map((row) => {
    const old = known.get(row.reserve);
    return old !== undefined && columns.every((name) => old[name] === row[name]) ? old : row;
  });
  return kept.length === before.length && kept.every((row, place) => row === before[place]) ? before : kept;
}
