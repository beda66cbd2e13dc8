import type { FaultName } from '../plan/fault-list.ts';

/** After a fault Postgres still recovers, and its clients still find connections that it has lost. */
export const RECOVERY_MS = 30_000;

export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** A fault and when it was in force. */
export interface StrikeSpan extends Span {
  readonly fault: FaultName;
  /** What it did to connections went on after it, until the run was over. */
  readonly lingers: boolean;
}

/** Whether a fault was in force during some part of a span, or until so short a time before it. */
export function wasInForce({ from, to, lingers }: StrikeSpan, span: Span, afterMs: number): boolean {
  return from <= span.to && (lingers || to.getTime() + afterMs >= span.from.getTime());
}
