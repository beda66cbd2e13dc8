/** What is on record about a time in which a reserve was not observed. */
export interface GapEvidence {
  /**
   * The first observation of the time that asked for the reserve and got no row of it: whether its account was there and was refused,
   * or was not there. Null: no observation asked for it.
   */
  readonly vainObservation: { readonly isRefused: boolean } | null;
  /** The first attempt of the time that asked for the reserve and failed; null: none did. */
  readonly failure: { readonly errorCode: string } | null;
}

/**
 * Why a reserve was not observed: `quarantined`, `account_missing`, `poll_failed:<code>` or `not_polled`. An observation that found
 * nothing is stronger evidence than an attempt that found out nothing. The reason depends on nothing else.
 */
export function gapReasonOf({ vainObservation, failure }: GapEvidence): string {
  if (vainObservation !== null) return vainObservation.isRefused ? 'quarantined' : 'account_missing';
  return failure === null ? 'not_polled' : `poll_failed:${failure.errorCode}`;
}
