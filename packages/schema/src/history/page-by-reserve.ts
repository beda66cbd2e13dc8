/** The two statements that a page of rows in the order of reserve and time is read with. */
export interface PageReads<Row extends { readonly reserve: string }, Place extends { readonly reserve: string }> {
  /** What the reserve of the place has after it. */
  rest(place: Place, size: number): Promise<readonly Row[]>;
  /** What the reserves after this one have; an empty address is before all. */
  beyond(reserve: string, size: number): Promise<readonly Row[]>;
}

/**
 * Rows reserve by reserve, in pages. Each page is one or two short statements of their own that begin where the last page
 * ended: neither a slow reader nor a long range keeps a connection, a transaction or memory. Two, because the planner knows
 * what to expect of one reserve from a moment on, and of many over a range, and nothing of both in one condition: it would
 * sort all that is left of a dense reserve for every page.
 */
export async function* pageByReserve<
  Place extends { readonly reserve: string },
  Row extends { readonly reserve: string } & Place,
>(
  reads: PageReads<Row, Place>,
  options: { readonly after: Place | null; readonly limit: number; readonly pageSize: number },
): AsyncGenerator<readonly Row[], void, undefined> {
  let place = options.after;
  let left = options.limit;
  while (left > 0) {
    const size = Math.min(options.pageSize, left);
    const rest = place === null ? [] : await reads.rest(place, size);
    const isFull = rest.length >= size;
    const page = isFull ? rest : [...rest, ...(await reads.beyond(place?.reserve ?? '', size - rest.length))];
    if (page.length > 0) yield page;
    if (page.length < size) return;
    left -= page.length;
    place = page.at(-1) ?? place;
  }
}
