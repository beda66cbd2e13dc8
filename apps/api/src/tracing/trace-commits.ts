import type { Tracer } from '@tidemark/runtime';
import type { CommitTrace, StreamCommit } from '@tidemark/schema';
import { beginClock } from './begin-clock.ts';
import { commitLink } from './commit-link.ts';

type LoadCommits = (after: bigint, limit: number) => Promise<StreamCommit[]>;

/** Beyond this the newest are linked to. */
const MAX_LINKS = 64;

/**
 * What streams read of the commits as spans, linked to the commits that they go on to tell of. The links are looked up
 * afterwards: no event waits for them.
 */
export function traceCommits(
  load: LoadCommits,
  { tracer, listTraces }: { tracer: Tracer; listTraces: (seqs: readonly bigint[]) => Promise<CommitTrace[]> },
): LoadCommits {
  if (!tracer.isEnabled) return load;
  return async (after, limit) => {
    const clock = beginClock();
    const span = tracer.start('read commits', {});
    try {
      const commits = await tracer.within(span, () => load(after, limit));
      const endedAt = clock();
      const seqs = commits.map(({ commitSeq }) => commitSeq);
      span.set({
        'tidemark.commits': seqs.length,
        'tidemark.commit.seq': seqs.at(-1),
        'tidemark.states': commits.reduce((count, { states }) => count + states.length, 0),
      });
      if (seqs.length === 0 || !span.isRecorded) span.end(endedAt);
      else {
        void tracer
          .within(span, () => listTraces(seqs.slice(-MAX_LINKS)))
          .then((traces) => span.link(traces.map(commitLink)))
          // A link that cannot be found is not there.
          .catch(() => undefined)
          .finally(() => span.end(endedAt));
      }
      return commits;
    } catch (error) {
      span.fail(error);
      span.end();
      throw error;
    }
  };
}
