import type { Answer, StreamAnswer } from '../http/answer.ts';
import type { Lease } from './export-leases.ts';

/** JSON is bounded and made in memory; everything else that is sent in parts is an export or a stream. */
export function isExport(answer: Answer): answer is StreamAnswer {
  return 'chunks' in answer && !answer.contentType.startsWith('application/json');
}

/** The answer, with its lease given back as soon as the last chunk is made, the answer fails, or the client is gone. */
export function withExport(answer: StreamAnswer, lease: Lease, signal: AbortSignal): StreamAnswer {
  // The chunks may be waiting for something to happen, and would not notice that nobody is left to tell it to.
  if (signal.aborted) lease.release();
  else signal.addEventListener('abort', () => lease.release(), { once: true });
  return { ...answer, chunks: releasing(answer.chunks, lease) };
}

async function* releasing(chunks: StreamAnswer['chunks'], lease: Lease): AsyncGenerator<string | Uint8Array> {
  try {
    yield* chunks;
  } finally {
    lease.release();
  }
}
