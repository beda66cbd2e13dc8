import type { HistoryMeta } from '@tidemark/contract';
import { recycle } from '@tidemark/schema';
import type { Answer, Exchange } from '../../http/exchange.ts';
import { type Gate, throughGate } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { digestOf } from '../../http/prepared.ts';
import { encodedAnswer, wholeAnswer } from '../../rows/answer.ts';
import { refuseCut } from '../../rows/query.ts';
import { ClosedPages, type PageVersion } from './closed-pages.ts';
import { countSureRows, historyParts } from './history-items.ts';
import { describePage, type HistoryPage, readHistoryPage } from './history-page.ts';
import type { ItemsInput } from './history-parts.ts';
import { type HistoryAsk, refuseBeforeData } from './query.ts';

const CACHE_CONTROL = 'public, max-age=5';
const COMPONENT = 'HistoryRow';

/** Answers with histories: a page from what is kept of it, where it is closed, or as it is read; a file as a stream. */
export class HistoryAnswers {
  readonly #policy: AnswerPolicy;
  readonly #gate: Gate;
  readonly #closed: ClosedPages;

  constructor(policy: AnswerPolicy, { gate, version }: { readonly gate: Gate; readonly version: string }) {
    this.#policy = policy;
    this.#gate = gate;
    this.#closed = new ClosedPages({ version, policy, cacheControl: CACHE_CONTROL });
  }

  async answer(exchange: Exchange, input: ItemsInput, filename: string): Promise<Answer> {
    const { ask, reserves } = input;
    refuseBeforeData(
      ask,
      reserves.map(({ first_seen_timestamp: seconds }) => seconds * 1000),
    );
    const { limit } = ask;
    if (limit === null) {
      this.#closed.refuseRevision(input);
      const parts = throughGate(this.#gate, historyParts(input, null), exchange.signal);
      return await encodedAnswer({ ...this.#frameOf(ask, filename), chunks: bytesOf(parts), meta: () => ({}) });
    }
    refuseCut(ask, countSureRows(input));
    // With what it says of itself, before anything of it is sent: what is refused or fails on the way is a plain error.
    return await this.#gate(() => this.#page(exchange, input, limit, filename), input.signal);
  }

  #frameOf(ask: HistoryAsk, filename: string) {
    return { ...ask, component: COMPONENT, filename, policy: this.#policy, cacheControl: CACHE_CONTROL };
  }

  async #page(exchange: Exchange, input: ItemsInput, limit: number, filename: string): Promise<Answer> {
    const closed = this.#closed;
    const { ask } = input;
    const known = await closed.versionOf(exchange, input);
    const found = known === null ? null : closed.find(exchange, input, known);
    if (found !== null) return found;
    const page = await readHistoryPage(input, limit, known !== null);
    input.signal.throwIfAborted();
    const meta = await describePage(input, page, exchange.caller.tier);
    refuseCut(ask, page.count + (meta.next_cursor === null ? 0 : 1));
    // What was read may be newer than its version, if it has changed meanwhile.
    const isClosed = known !== null && page.isFinal && (await closed.isCurrent(input, known));
    const isKept = isClosed && closed.isWanted(known, page.chunks);
    // What is kept has memory of its own size; the memory of the others is used again once they are sent.
    const chunks = isKept ? [Buffer.concat(page.chunks)] : page.chunks;
    const made = {
      ...this.#frameOf(ask, filename),
      chunks: inTurn(chunks),
      meta: () => meta,
      nextCursor: meta.next_cursor,
    };
    // A file is written from the chunks themselves, later.
    if (!isClosed && ask.format !== 'json') return await encodedAnswer(made);
    const ofPage = isClosed ? known : versionOf(page, meta);
    const whole = await wholeAnswer({ ...made, ...(ofPage === null ? {} : { version: ofPage }) });
    const onSent = (): void => page.chunks.forEach(recycle);
    return { ...(isClosed ? closed.answerOf(whole, known, ask, isKept) : whole), onSent };
  }
}

/** The ETag of a page that has no revision: a digest of its rows and of what it says about itself. Null where its rows were not hashed. */
function versionOf({ digest }: HistoryPage, meta: HistoryMeta): Pick<PageVersion, 'tag' | 'headers'> | null {
  return digest === null ? null : { tag: digestOf([digest, meta]), headers: [] };
}

async function* bytesOf(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const bytes of parts) if (bytes.length > 0) yield bytes;
}

async function* inTurn(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
