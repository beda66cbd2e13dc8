import { addressFromLabel } from '@tidemark/testing';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type FakeAnswer,
  type FakeRpcServer,
  type FakeRequest,
  startFakeRpcServer,
} from '../../test/fake-rpc-server.ts';
import { createManualClock } from '../../test/manual-clock.ts';
import { fetchProgramAddresses } from './list-accounts.ts';
import { RpcClient } from './rpc-client.ts';

const PROGRAM = addressFromLabel('program');
const FILTER = { program: PROGRAM, size: 619, discriminator: null, memcmp: { offset: 42, bytes: new Uint8Array([1]) } };
const CONFIG = {
  encoding: 'base64',
  commitment: 'finalized',
  dataSlice: { offset: 0, length: 0 },
  filters: [{ dataSize: 619 }, { memcmp: { offset: 42, bytes: '2' } }],
};
const REFUSED: FakeAnswer = { error: { code: -32010, message: 'excluded from account secondary indexes' } };
const UNKNOWN: FakeAnswer = { error: { code: -32601, message: 'Method not found' } };
const A = addressFromLabel('a');
const B = addressFromLabel('b');
const C = addressFromLabel('c');

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** A provider without whole lists, which answers pages as told: by the key that is asked for. */
async function openProvider(
  page: (key: unknown, request: FakeRequest) => FakeAnswer,
  whole: FakeAnswer = REFUSED,
): Promise<FakeRpcServer> {
  const server = await startFakeRpcServer((request) => {
    if (request.method === 'getProgramAccounts') return whole;
    const [, config] = request.params;
    const key =
      typeof config === 'object' && config !== null && 'paginationKey' in config ? config.paginationKey : null;
    return request.method === 'getProgramAccountsV2' ? page(key, request) : undefined;
  });
  cleanups.push(() => server.close());
  return server;
}

function open(...servers: readonly FakeRpcServer[]): RpcClient {
  const urls = servers.map(({ url }) => url);
  const config = {
    urls,
    commitment: 'finalized',
    timeoutMs: 60_000,
    maxRetries: 1,
    requestsPerSecond: 10_000,
  } as const;
  const rpc = new RpcClient(config, { clock: createManualClock() });
  cleanups.push(() => rpc.close());
  return rpc;
}

const list = (...servers: readonly FakeRpcServer[]) => fetchProgramAddresses(open(...servers), FILTER);
const pageOf = (pubkeys: readonly string[], paginationKey: string | null): FakeAnswer => ({
  result: { accounts: pubkeys.map((pubkey) => ({ pubkey, account: {} })), paginationKey, totalResults: 3 },
});
const pagesOf = (pages: Readonly<Record<string, FakeAnswer>>) => (key: unknown) => pages[String(key)] ?? UNKNOWN;

describe('a list of program accounts', () => {
  it('comes at once where an endpoint gives it, and nothing is asked for in pages', async () => {
    const refusing = await openProvider(() => pageOf([A], null));
    const listing = await openProvider(() => pageOf([A], null), { result: [{ pubkey: B }, { pubkey: A }] });
    expect(await list(refusing, listing)).toEqual([A, B].toSorted());
    expect(refusing.count('getProgramAccountsV2') + listing.count('getProgramAccountsV2')).toBe(0);
  });

  it.each<[string, FakeAnswer]>([
    ['refused', REFUSED],
    ['not known', UNKNOWN],
    ['given up by the node', { error: { code: -32012, message: 'scan aborted' } }],
  ])('comes in pages where the whole is %s: short and empty ones, to a key of null', async (_name, whole) => {
    const pages = {
      null: pageOf([C], 'one'),
      one: pageOf([], 'two'),
      two: pageOf([A, C], 'three'),
      three: pageOf([B], null),
    };
    const provider = await openProvider(pagesOf(pages), whole);
    expect(await list(provider)).toEqual([A, B, C].toSorted());
    const asked = provider.requests.filter(({ method }) => method === 'getProgramAccountsV2');
    expect(asked.map(({ params }) => params)).toEqual([
      [PROGRAM, { ...CONFIG, limit: 10_000 }],
      ...['one', 'two', 'three'].map((paginationKey) => [PROGRAM, { ...CONFIG, limit: 10_000, paginationKey }]),
    ]);
  });

  it('asks no other endpoint for a page than the one that gave its key', async () => {
    const without = await openProvider(() => UNKNOWN);
    let asked = 0;
    const paged = await openProvider((key) => {
      if (key === null) return pageOf([A], 'one');
      asked += 1;
      return asked === 1 ? { status: 503 } : pageOf([B], null);
    });
    const other = await openProvider(() => pageOf([C], null));
    // The second page comes in the second round; the third endpoint knows nothing of its key.
    expect(await list(without, paged, other)).toEqual([A, B].toSorted());
    expect(other.count('getProgramAccountsV2')).toBe(0);
  });

  it('asks an endpoint that does not know pages for them once', async () => {
    const provider = await openProvider(() => UNKNOWN);
    const rpc = open(provider);
    for (let round = 0; round < 3; round += 1) {
      await expect(fetchProgramAddresses(rpc, FILTER)).rejects.toMatchObject({
        code: 'METHOD_REFUSED',
        context: { method: 'getProgramAccounts', rpcCode: -32010 },
      });
    }
    expect(provider.count('getProgramAccounts')).toBe(3);
    expect(provider.count('getProgramAccountsV2')).toBe(1);
  });

  it('fails where a key comes again, and where no page is the last', async () => {
    const circle = await openProvider((key) => pageOf([A], key === 'one' ? 'two' : 'one'));
    await expect(list(circle)).rejects.toMatchObject({
      code: 'MALFORMED_RESPONSE',
      message: expect.stringMatching('second time'),
    });
    expect(circle.count('getProgramAccountsV2')).toBe(3);
    let pages = 0;
    const endless = await openProvider(() => pageOf([A], String((pages += 1))));
    await expect(list(endless)).rejects.toMatchObject({
      code: 'MALFORMED_RESPONSE',
      message: expect.stringMatching('no end after 1000 pages'),
    });
    expect(pages).toBe(1_000);
  });

  it('refuses a page that does not say whether it is the last', async () => {
    const provider = await openProvider(() => ({ result: { accounts: [{ pubkey: A }] } }));
    await expect(list(provider)).rejects.toMatchObject({
      code: 'MALFORMED_RESPONSE',
      message: expect.stringMatching('no key'),
    });
  });
});
