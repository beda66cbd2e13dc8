import { Agent, type IncomingMessage, request as send } from 'node:http';
import { maskAnswer } from './masks.ts';
import { type FrozenAnswer, type FrozenRequest, nameOf } from './request.ts';

export interface AskOptions {
  readonly url: string;
  readonly key: string;
}

/** Requests under way at a time: enough to keep the API at work while this process looks at answers. */
const AT_A_TIME = 6;
/** So many events of a stream are read; it never ends by itself. */
const EVENTS = 3;
const ATTEMPTS = 10;
/** Far beyond what an answer takes on a loaded machine. */
const TIMEOUT_MS = 120_000;

/** The answers to each request, in their order: one for each page. */
export async function askAll(requests: readonly FrozenRequest[], options: AskOptions): Promise<FrozenAnswer[][]> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });
  const answers: FrozenAnswer[][] = [];
  const left = requests.entries();
  const work = async (): Promise<void> => {
    for (const [place, request] of left) answers[place] = await askPages(request, { ...options, agent });
  };
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
  } finally {
    agent.destroy();
  }
  return answers;
}

type Asking = AskOptions & { readonly agent: Agent };

/** A request and those that follow from its answer. */
async function askPages(request: FrozenRequest, asking: Asking): Promise<FrozenAnswer[]> {
  const answers: FrozenAnswer[] = [];
  const most = request.again === undefined ? (request.pages ?? 1) : 2;
  let asked: FrozenRequest | null = request;
  for (let page = 1; page <= most && asked !== null; page += 1) {
    const answer = await askUntilServed(asked, asking);
    const name = nameOf(request);
    answers.push(maskAnswer({ ...answer, request: page === 1 ? name : `${name}, page ${page}` }));
    asked = request.again === undefined ? nextPage(asked, answer) : onceMore(asked, answer);
  }
  return answers;
}

type Answer = Omit<FrozenAnswer, 'request'>;

/** The same query with the cursor of the next page; null where this was the last one. */
function nextPage(request: FrozenRequest, { headers, body }: Answer): FrozenRequest | null {
  const cursor = headers['x-next-cursor'] ?? /"next_cursor":"(?<cursor>[^"]+)"/.exec(body)?.groups?.['cursor'];
  if (cursor === undefined) return null;
  const url = new URL(request.path, 'http://localhost');
  // A cursor holds the range.
  for (const name of ['from', 'to']) url.searchParams.delete(name);
  url.searchParams.set('cursor', cursor);
  return { ...request, path: `${url.pathname}${url.search}` };
}

/** The same request by the ETag or the revision of the answer; null where it has none. */
function onceMore(request: FrozenRequest, { headers }: Answer): FrozenRequest | null {
  const { etag, 'x-data-revision': revision } = headers;
  if (request.again === 'etag') {
    return etag === undefined ? null : { ...request, headers: { ...request.headers, 'If-None-Match': etag } };
  }
  return revision === undefined ? null : { ...request, path: `${request.path}&revision=${revision}` };
}

/** 503 is no answer: a statement took too long on a machine that has much else to do. */
async function askUntilServed(request: FrozenRequest, asking: Asking): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask(request, asking);
    if (answer.status !== 503) return answer;
    if (attempt === ATTEMPTS) throw new Error(`503 each time: ${request.path}\n${answer.body}`);
  }
}

function ask(asked: FrozenRequest, { url, key, agent }: Asking): Promise<Answer> {
  const { method, path, body } = asked;
  const headers = Object.fromEntries(
    Object.entries(asked.headers).map(([name, value]) => [name, value.replace('<key>', key)]),
  );
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent, timeout: TIMEOUT_MS };
    const request = send(`${url}${path}`, options, (response) => {
      readText(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, headers: headersOf(response), body: text }),
        reject,
      );
    });
    request.on('timeout', () => request.destroy(new Error(`no answer in ${TIMEOUT_MS} ms: ${path}`)));
    request.on('error', reject);
    request.end(body);
  });
}

async function readText(response: IncomingMessage): Promise<string> {
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
  response.setEncoding('utf8');
  let text = '';
  for await (const chunk of response) {
    text += String(chunk);
    const events = isStream ? text.split('\n\n').filter((event) => event.includes('data:')) : [];
    // Leaving the loop ends the connection. The last part may be half of an event.
    if (events.length > EVENTS) return events.slice(0, EVENTS).join('\n\n');
  }
  return text;
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}
