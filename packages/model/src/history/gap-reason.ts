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

/** Failures that have a word of their own, by the code of the attempt. Of the others the reason names the code. */
export const REASON_OF_CODE: Readonly<Record<string, string>> = {
  CHAIN_HALTED: 'chain_halted',
  CLOCK_IMPLAUSIBLE: 'clock_implausible',
  RATE_LIMITED: 'rate_limited',
};

/**
 * Why a reserve was not observed: `quarantined`, `account_missing`, a word of {@link REASON_OF_CODE}, `poll_failed:<code>` or `not_polled`. An
 * observation that found nothing is stronger evidence than an attempt that found out nothing. The reason depends on nothing else.
 */
export function gapReasonOf({ vainObservation, failure }: GapEvidence): string {
  if (vainObservation !== null) return vainObservation.isRefused ? 'quarantined' : 'account_missing';
  if (failure === null) return 'not_polled';
  return REASON_OF_CODE[failure.errorCode] ?? `poll_failed:${failure.errorCode}`;
}
