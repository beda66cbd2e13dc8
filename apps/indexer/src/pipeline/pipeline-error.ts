/**
 * Why a batch as a whole could not be done; accounts that cannot be read fail alone, into the quarantine.
 *
 * CLOCK_UNAVAILABLE: neither the Clock sysvar nor a block time was to be had. SLOT_DURATION_UNAVAILABLE: no slot
 * duration was measured, stored or configured, and none is assumed.
 */
export type PipelineErrorCode = 'CLOCK_UNAVAILABLE' | 'SLOT_DURATION_UNAVAILABLE';

export class PipelineError extends Error {
  readonly code: PipelineErrorCode;

  constructor(code: PipelineErrorCode, message: string) {
    super(message);
    this.name = 'PipelineError';
    this.code = code;
  }
}
