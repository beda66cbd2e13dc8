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

/** An account as a list names it. */
export interface ListedAccount {
  readonly address: string;
  /** Bytes of its data; null where the node does not say. */
  readonly size: number | null;
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
  const filters = [{ dataSize: size }, ...matches.map(toMemcmp)];
  return (await listAtOnceOrInPages(rpc, program, filters)).map(({ address }) => address).toSorted();
}

/** As `fetchProgramAddresses`, of accounts in any size: with their sizes, which old nodes do not say. */
export async function fetchProgramSizes(
  rpc: Caller,
  program: string,
  match: BytesAt,
): Promise<readonly ListedAccount[]> {
  return listAtOnceOrInPages(rpc, program, [toMemcmp(match)]);
}

const toMemcmp = ({ offset, bytes }: BytesAt) => ({ memcmp: { offset, bytes: encodeBase58(bytes) } });

async function listAtOnceOrInPages(rpc: Caller, program: string, filters: readonly object[]) {
  const config = {
    encoding: 'base64',
    commitment: rpc.commitment,
    dataSlice: { offset: 0, length: 0 },
    filters,
  };
  const request = { method: 'getProgramAccounts', params: [program, config] };
  try {
    const { value } = await rpc.call(request, ({ result, refuse }) => readAccounts(result, refuse));
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
async function listInPages(rpc: Caller, program: string, config: object): Promise<readonly ListedAccount[] | null> {
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
  const accounts = new Map(first.value.accounts.map((account) => [account.address, account]));
  const keys = new Set<string>();
  let key = first.value.nextKey;
  for (let pages = 1; key !== null; pages += 1) {
    if (keys.has(key)) throw endless(`page ${pages} names a key for the second time`);
    if (pages === MAX_PAGES) throw endless(`no end after ${MAX_PAGES} pages`);
    keys.add(key);
    const page = await fetchPage(rpc, program, { ...config, limit: PAGE_LIMIT, paginationKey: key }, at);
    for (const account of page.value.accounts) accounts.set(account.address, account);
    key = page.value.nextKey;
  }
  return [...accounts.values()];
}

function fetchPage(rpc: Caller, program: string, config: object, at?: string) {
  const request = { method: PAGED_METHOD, params: [program, config], isExtension: true };
  return rpc.call({ ...request, ...(at === undefined ? {} : { at }) }, ({ result, refuse }) => {
    const { accounts, paginationKey } = fieldsOf(result);
    if (paginationKey !== null && typeof paginationKey !== 'string') return refuse('the page has no key');
    return { accounts: readAccounts(accounts, refuse), nextKey: paginationKey };
  });
}

function readAccounts(list: unknown, refuse: Refuse): ListedAccount[] {
  return listOf(list, refuse).map((entry) => {
    const { pubkey: address, account } = fieldsOf(entry);
    if (typeof address !== 'string' || !isAddress(address)) return refuse('an account has no address');
    const { space } = fieldsOf(account);
    return { address, size: typeof space === 'number' ? space : null };
  });
}
