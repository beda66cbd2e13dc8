import { parseTraceparent, type Tracer } from '@tidemark/runtime';
import type { DeliveredJob } from '../queues/job-queue.ts';

/** A job in a span of its own: of the trace of the job that put it on the queue where that said so, else of a new one. */
export function traceJob<Result>(
  tracer: Tracer,
  { name, job }: { readonly name: string; readonly job: DeliveredJob },
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracer.isEnabled) return work();
  const attributes = {
    'messaging.system': 'bullmq',
    'messaging.destination.name': name,
    'messaging.message.id': job.id,
    'tidemark.job.attempt': job.attempt,
  };
  return tracer.span(`job ${name}`, { kind: 'consumer', parent: parentOf(job.payload), attributes }, work);
}

function parentOf(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null || !('traceparent' in payload)) return null;
  const { traceparent } = payload;
  return typeof traceparent === 'string' && parseTraceparent(traceparent) !== null ? traceparent : null;
}
