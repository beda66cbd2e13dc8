import { encodeBase58, isAddress } from '@tidemark/core';
import { fieldsOf, listOf, type Refuse } from './fetch-chain.ts';
import type { Rpc } from './rpc.ts';
import { RpcError } from './rpc-error.ts';

/** Bytes at an offset of an account. */
export interface BytesAt {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

export interface ProgramAccountFilter {
  readonly program: string;
  /** The first bytes; null where accounts of this kind have none of their own. */
  readonly discriminator: Uint8Array | null;
  /** Exact size of the account in bytes. */
  readonly size: number;
  /** Further bytes that must stand at an offset, such as the market of a reserve; of several each. Nodes take four filters. */
  readonly memcmp?: BytesAt | readonly BytesAt[];
}

type Caller = Pick<Rpc, 'call' | 'commitment'>;

/**
 * Addresses of a program's accounts of one kind, sorted. Asks for no data at all, because some providers bill by the
 * byte and the accounts are read together with a clock afterwards. Where getProgramAccounts is refused, or its scan is given up, the list
 * comes in pages from an endpoint that has those. Fails with RpcError; METHOD_REFUSED when no endpoint lists this program's accounts.
 */
export async function fetchProgramAddresses(
  rpc: Caller,
  { program, discriminator, size, memcmp }: ProgramAccountFilter,
): Promise<string[]> {
  const matches = [...(discriminator === null ? [] : [{ offset: 0, bytes: discriminator }]), ...[memcmp ?? []].flat()];
  const config = {
    encoding: 'base64',
    commitment: rpc.commitment,
    dataSlice: { offset: 0, length: 0 },
    filters: [
      { dataSize: size },
      ...matches.map(({ offset, bytes }) => ({ memcmp: { offset, bytes: encodeBase58(bytes) } })),
    ],
  };
  return (await listAtOnceOrInPages(rpc, program, config)).toSorted();
}

async function listAtOnceOrInPages(rpc: Caller, program: string, config: object): Promise<readonly string[]> {
  const request = { method: 'getProgramAccounts', params: [program, config] };
  try {
    const { value } = await rpc.call(request, ({ result, refuse }) => readAddresses(result, refuse));
    return value;
  } catch (error) {
    if (!(error instanceof RpcError) || !isOnlyOfWhole(error)) throw error;
    const listed = await listInPages(rpc, program, config);
    if (listed === null) throw error;
    return listed;
  }
}

const SCAN_ABORTED = -32012;

/** True where pages may come although the whole list does not. */
function isOnlyOfWhole({ code, context }: RpcError): boolean {
  return code === 'METHOD_REFUSED' || context.rpcCode === SCAN_ABORTED;
}

const PAGED_METHOD = 'getProgramAccountsV2';
/** The most that providers take. */
const PAGE_LIMIT = 10_000;
/** Accounts that a filter leaves out may count towards a page: so many pages are ten million accounts of the program. */
const MAX_PAGES = 1_000;

/**
 * A page may be short or empty, since filters are applied after it was cut: the end is a key of null. Null where no endpoint has pages;
 * fails with RpcError, MALFORMED_RESPONSE where the pages have no end.
 */
async function listInPages(rpc: Caller, program: string, config: object): Promise<readonly string[] | null> {
  const first = await fetchPage(rpc, program, { ...config, limit: PAGE_LIMIT }).catch((error: unknown) => {
    if (error instanceof RpcError && !error.retryable && error.code !== 'ABORTED') return null;
    throw error;
  });
  if (first === null) return null;
  // A key means something to the provider that gave it, and to no other.
  const { endpoint: at } = first;
  const endless = (detail: string) =>
    new RpcError('MALFORMED_RESPONSE', detail, { method: PAGED_METHOD, endpoint: at, scope: 'method' });
  // An account that moves while the pages are read may be in two of them.
  const addresses = new Set(first.value.addresses);
  const keys = new Set<string>();
  let key = first.value.nextKey;
  for (let pages = 1; key !== null; pages += 1) {
    if (keys.has(key)) throw endless(`page ${pages} names a key for the second time`);
    if (pages === MAX_PAGES) throw endless(`no end after ${MAX_PAGES} pages`);
    keys.add(key);
    const page = await fetchPage(rpc, program, { ...config, limit: PAGE_LIMIT, paginationKey: key }, at);
    for (const address of page.value.addresses) addresses.add(address);
    key = page.value.nextKey;
  }
  return [...addresses];
}

function fetchPage(rpc: Caller, program: string, config: object, at?: string) {
  const request = { method: PAGED_METHOD, params: [program, config], isExtension: true };
  return rpc.call({ ...request, ...(at === undefined ? {} : { at }) }, ({ result, refuse }) => {
    const { accounts, paginationKey } = fieldsOf(result);
    if (paginationKey !== null && typeof paginationKey !== 'string') return refuse('the page has no key');
    return { addresses: readAddresses(accounts, refuse), nextKey: paginationKey };
  });
}

function readAddresses(list: unknown, refuse: Refuse): string[] {
  return listOf(list, refuse).map((entry) => {
    const { pubkey } = fieldsOf(entry);
    return typeof pubkey === 'string' && isAddress(pubkey) ? pubkey : refuse('an account has no address');
  });
}
