/** Which first rows of a reserve are wanted: pieces of SQL about `h`. */
export interface FirstSnapshots<Piece> {
  /** Columns of `h`, each with a name; those of the order among them. */
  readonly columns: Piece;
  /** The address of the reserve. */
  readonly reserve: Piece;
  readonly where: Piece;
  readonly order: Piece;
  readonly limit: Piece;
}

/**
 * The first stored rows of a reserve, out of `reserve_snapshots` and out of the narrow tables: each place is asked for them along its
 * own key, because no plan finds the first rows of `lend.all_snapshots` without sorting all. The rows come in no order, and are up to
 * twice as many as asked for: whoever reads them sorts and cuts them once more. The integer of the reserve is a subquery, so that it
 * is one value to a plan. `tag` puts pieces together.
 */
export function firstSnapshots<Value, Piece extends Value>(
  tag: (texts: TemplateStringsArray, ...values: Value[]) => Piece,
  { columns, reserve, where, order, limit }: FirstSnapshots<Value>,
): Piece {
  return tag`
    (SELECT ${columns} FROM lend.reserve_snapshots AS h
    WHERE h.reserve = ${reserve} AND ${where} ORDER BY ${order} LIMIT ${limit})
    UNION ALL
    (SELECT ${columns} FROM lend.narrow_snapshots AS h
    WHERE h.reserve_id = (SELECT placed.id FROM lend.reserves AS placed WHERE placed.address = ${reserve})
      AND ${where} ORDER BY ${order} LIMIT ${limit})`;
}

/** For SQL that is text. */
export const asText = (texts: TemplateStringsArray, ...values: readonly string[]): string =>
  String.raw(texts, ...values);
