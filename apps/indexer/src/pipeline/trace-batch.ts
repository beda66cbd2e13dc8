import type { Span, Tracer } from '@tidemark/runtime';
import type { PollBatchResult } from '@tidemark/schema';
import type { DecodedBatch } from './decode-batch.ts';
import type { DerivedBatch } from './derive-batch.ts';
import type { PollBatchReport, PollBatchWork } from './run-poll-batch.ts';

/** Every batch in a span of its own, whoever asked for it. */
export function traceBatches(
  run: (work: PollBatchWork) => Promise<PollBatchReport>,
  tracer: Tracer,
): (work: PollBatchWork) => Promise<PollBatchReport> {
  return (work) => {
    const attributes = {
      'tidemark.batch.id': work.id,
      'tidemark.batch.kind': work.kind ?? 'poll',
      'tidemark.batch.reserves': work.addresses.length,
    };
    return tracer.span('batch', { attributes }, async (span) => {
      const report = await run(work);
      span.set({ 'tidemark.slot': report.bank.slot, 'server.address': report.endpoint });
      return report;
    });
  };
}

export function traceDecode(tracer: Tracer, decode: () => DecodedBatch): Promise<DecodedBatch> {
  return tracer.span('decode', {}, (span) => {
    const { decoded, missing, quarantined } = decode();
    span.set({
      'tidemark.decoded': decoded.length,
      'tidemark.missing': missing.length,
      'tidemark.quarantined': quarantined.length,
    });
    return { decoded, missing, quarantined };
  });
}

export function traceDerive(tracer: Tracer, derive: () => DerivedBatch): Promise<DerivedBatch> {
  return tracer.span('derive', {}, (span) => {
    const derived = derive();
    span.set({ 'tidemark.states': derived.states.length, 'tidemark.quarantined': derived.quarantined.length });
    return derived;
  });
}

/**
 * The transaction that stores a batch. `write` gets the trace context to store with it, so that what is served of the batch
 * can be traced to it; null where nobody will ever find the span.
 */
export function traceCommit(
  tracer: Tracer,
  batch: { readonly id: string; readonly slot: bigint },
  write: (traceparent: string | null) => Promise<PollBatchResult>,
): Promise<PollBatchResult> {
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': 'commit',
    'tidemark.batch.id': batch.id,
    'tidemark.slot': batch.slot,
  };
  return tracer.span('commit', { kind: 'client', attributes }, async (span) => {
    const result = await write(span.isRecorded ? span.traceparent : null);
    tellResult(span, result);
    return result;
  });
}

function tellResult(span: Span, result: PollBatchResult): void {
  span.set({
    'tidemark.commit.seq': result.commitSeq,
    'tidemark.commit.repeated': result.alreadyWritten,
    'tidemark.commit.snapshots': result.snapshotsWritten,
    'tidemark.commit.latest': result.latestWritten,
    'tidemark.commit.unchanged': result.unchanged,
    'tidemark.commit.older': result.olderThanLatest,
    'tidemark.missing': result.missing,
    'tidemark.quarantined': result.quarantined,
  });
}
