/** Where the page of a reserve is, for `<Link {...reservePath(address)}>`. */
export const reservePath = (address: string) =>
  ({ to: '/reserves/$address', params: { address }, search: keepZone }) as const;

/** Links to another page keep the zone, and nothing else of the query. */
export function keepZone(search: Readonly<Record<string, unknown>>): { tz?: string } {
  return typeof search['tz'] === 'string' ? { tz: search['tz'] } : {};
}
