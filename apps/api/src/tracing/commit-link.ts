import type { SpanLink } from '@tidemark/runtime';
import type { CommitTrace } from '@tidemark/schema';

/** To the span that committed something. */
export function commitLink({ traceparent, commitSeq, batchId }: CommitTrace): SpanLink {
  return { traceparent, attributes: { 'tidemark.commit.seq': commitSeq, 'tidemark.batch.id': batchId } };
}
