/**
 * Works on lists at the same time, each in its own order. Where one fails the others are stopped; none is under way when this ends.
 * `work` answers false where it was stopped before the end of its list. False where one of them was.
 */
export async function inLanes<Item>(
  lanes: readonly (readonly Item[])[],
  signal: AbortSignal,
  work: (items: readonly Item[], place: number, stop: AbortSignal) => Promise<boolean>,
): Promise<boolean> {
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const ends = await Promise.allSettled(
    lanes.map((items, place) =>
      work(items, place, stop).catch((error: unknown) => {
        failed.abort();
        throw error;
      }),
    ),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return ends.every((end) => end.status === 'fulfilled' && end.value);
}
