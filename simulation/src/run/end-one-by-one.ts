export interface EndOneByOne {
  /** Ends what is at a place. */
  readonly end: (place: number) => Promise<unknown>;
  /** Called after each end but the last: what is left has to manage without those that have gone. */
  readonly manage: (left: readonly number[]) => Promise<unknown>;
}

/** Ends so many places in their order, so that in the end the last one has been alone. */
export async function endOneByOne(count: number, { end, manage }: EndOneByOne): Promise<void> {
  const left = Array.from({ length: count }, (_, place) => place);
  for (let place = left.shift(); place !== undefined; place = left.shift()) {
    await end(place);
    if (left.length > 0) await manage([...left]);
  }
}
