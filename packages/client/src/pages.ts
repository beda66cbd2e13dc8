/** One page of an answer. */
export interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly next_cursor: string | null };
}

/** Where a page begins: to be spread into the query. Empty for the first one. */
export interface PageStart {
  readonly cursor?: string;
}

/**
 * All rows of an answer that comes in pages. `load` asks for the page that begins at `start`:
 * `rows((start) => client.GET(path, { params: { …, query: { …, ...start } } }))`.
 */
export async function* rows<Row>(
  load: (start: PageStart) => Promise<{ readonly data?: Page<Row> | undefined }>,
): AsyncGenerator<Row> {
  let start: PageStart | null = {};
  while (start !== null) {
    const { data }: { readonly data?: Page<Row> | undefined } = await load(start);
    if (data === undefined) return;
    yield* data.data;
    const cursor: string | null = data.meta.next_cursor;
    start = cursor === null ? null : { cursor };
  }
}
