import type { Tracer } from '@tidemark/runtime';
import { parseTraceparent } from '@tidemark/runtime';
import type { Database } from '@tidemark/schema';
import { openTestTracer, type OtlpReceiver, type ReceivedSpan, startOtlpReceiver, waitFor } from '@tidemark/testing';
import { startTestApi, type TestApi, type TestApiOptions } from './start-api.ts';

/** An API that traces, over a database whose every commit was traced. */
export interface TracedApi extends TestApi {
  readonly receiver: OtlpReceiver;
  /** Waits for a span that the API sent. */
  readonly waitForSpan: (what: string, matches: (span: ReceivedSpan) => boolean) => Promise<ReceivedSpan>;
  /** Waits for the span of the request that had this id. */
  readonly spanOfRequest: (requestId: string) => Promise<ReceivedSpan>;
}

export async function startTracedApi(
  options: TestApiOptions & { readonly otel?: Readonly<Record<string, string>> } = {},
): Promise<TracedApi> {
  const receiver = await startOtlpReceiver();
  const { otel = {}, prepare, ...apiOptions } = options;
  const tracer: Tracer = await openTestTracer(receiver, { serviceName: 'api', env: otel });
  const api = await startTestApi({
    ...apiOptions,
    tracer,
    prepare: async (database) => {
      await traceEveryCommit(database);
      await prepare?.(database);
    },
  });
  const waitForSpan: TracedApi['waitForSpan'] = (description, matches) =>
    waitFor(() => receiver.spans().find(matches), { description, timeoutMs: 30_000 });
  return {
    ...api,
    receiver,
    waitForSpan,
    spanOfRequest: (id) => waitForSpan(`request ${id}`, (span) => span.attributes['tidemark.request_id'] === id),
    stop: async () => {
      await api.stop();
      await tracer.close();
      await receiver.stop();
    },
  };
}

/** As an indexer that traces leaves it: the trace of a commit is named after its number. */
async function traceEveryCommit({ sql }: Database): Promise<void> {
  await sql`
    CREATE FUNCTION trace_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.traceparent = '00-' || lpad(to_hex(NEW.commit_seq), 32, 'a') || '-' || lpad(to_hex(NEW.commit_seq), 16, 'b') || '-01';
      RETURN NEW;
    END $$`;
  await sql`
    CREATE TRIGGER trace_commit BEFORE INSERT ON lend.batch_commits FOR EACH ROW EXECUTE FUNCTION trace_commit()`;
}

/** The link that a span has to the commit of a batch. */
export async function linkTo({ sql }: Database, batchId: string): Promise<object> {
  const [row] = await sql<{ traceparent: string; seq: bigint }[]>`
    SELECT traceparent, commit_seq AS seq FROM lend.batch_commits WHERE batch_id = ${batchId}`;
  const { traceId, spanId } = parseTraceparent(row?.traceparent) ?? { traceId: 'none', spanId: 'none' };
  return { traceId, spanId, attributes: { 'tidemark.commit.seq': Number(row?.seq), 'tidemark.batch.id': batchId } };
}
