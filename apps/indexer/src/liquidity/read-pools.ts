import { type AccountBytes, decodeMint, isLendingError } from '@tidemark/core';
import { type Market, type PoolHead, type PoolSource, SOURCES } from '@tidemark/liquidity';
import type { KnownPoolRow } from '@tidemark/schema';
import { chunk, type FetchedBatch, MAX_BATCH_SIZE } from '../pipeline/fetch-batch.ts';

/** What was read of a pool; `market` is null where `problem` says why. */
export interface ReadPool {
  readonly known: KnownPoolRow;
  readonly source: PoolSource;
  readonly account: AccountBytes | null;
  readonly head: PoolHead | null;
  readonly market: Market | null;
  readonly problem: { readonly status: 'missing' | 'refused'; readonly detail: string | null } | null;
  readonly slot: bigint;
  /** Unix seconds. */
  readonly unixTimestamp: bigint;
  /** False where its accounts are of several banks. */
  readonly oneBank: boolean;
}

export interface PoolsRead {
  readonly pools: readonly ReadPool[];
  /** Of other accounts that were asked for; null where there is none. */
  readonly others: ReadonlyMap<string, AccountBytes | null>;
  readonly calls: number;
  /** Banks of all calls. */
  readonly banks: readonly FetchedBatch['bank'][];
}

/** Reads accounts of one bank, with its Clock. */
type Fetch = (addresses: readonly string[]) => Promise<FetchedBatch>;

interface Item {
  readonly known: KnownPoolRow;
  readonly source: PoolSource;
  readonly companions: readonly string[];
}

/** The price can have left the arrays that were asked for: then once more. */
const ATTEMPTS = 2;

/** Reads pools with all that belongs to them, as many in a call as fit. It remembers which accounts those are. */
export class PoolReader {
  readonly #companions = new Map<string, readonly string[]>();
  /** Of mints that were read. */
  readonly decimals = new Map<string, number>();

  /** In calls of at most `size` accounts. Fails as `fetch` does; a pool that cannot be decoded fails alone. */
  async read(
    fetch: Fetch,
    pools: readonly KnownPoolRow[],
    others: readonly string[],
    size: number = MAX_BATCH_SIZE,
  ): Promise<PoolsRead> {
    const banks: FetchedBatch['bank'][] = [];
    const counted: Fetch = async (addresses) => {
      const fetched = await fetch(addresses);
      banks.push(fetched.bank);
      return fetched;
    };
    const done = new Map<string, ReadPool>();
    let waiting = await this.#findCompanions(counted, pools, { done, size });
    for (let attempt = 1; waiting.length > 0; attempt += 1) {
      const again: Item[] = [];
      for (const call of packCalls(waiting, size)) {
        const { fetched, oneBank } = await fetchCall(counted, call, size);
        for (const item of call) {
          const read = this.#open(item, fetched, oneBank);
          const lacks = this.#companionsOf(item.known).some((address) => !fetched.accounts.has(address));
          if (lacks && oneBank && attempt < ATTEMPTS)
            again.push({ ...item, companions: this.#companionsOf(item.known) });
          else done.set(item.known.pool, read);
        }
      }
      waiting = again;
    }
    const found = new Map<string, AccountBytes | null>();
    for (const addresses of chunk([...new Set(others)], size)) {
      const { accounts } = await counted(addresses);
      for (const [address, account] of accounts) found.set(address, account);
    }
    return { pools: [...done.values()], others: found, calls: banks.length, banks };
  }

  #companionsOf({ pool }: KnownPoolRow): readonly string[] {
    return this.#companions.get(pool) ?? [];
  }

  /** Pools that were never read are read alone: they say what belongs to them. */
  async #findCompanions(
    fetch: Fetch,
    pools: readonly KnownPoolRow[],
    { done, size }: { readonly done: Map<string, ReadPool>; readonly size: number },
  ): Promise<Item[]> {
    const items = pools.flatMap((known) => {
      const source = SOURCES.find(({ name }) => name === known.source);
      return source === undefined ? [] : [{ known, source, companions: [] }];
    });
    const fresh = items.filter(({ known: { pool } }) => !this.#companions.has(pool));
    for (const part of chunk(fresh, size)) {
      const fetched = await fetch(part.map(({ known: { pool } }) => pool));
      for (const item of part) {
        const read = this.#open(item, fetched, true);
        if (read.head === null) done.set(item.known.pool, read);
      }
    }
    return items
      .filter(({ known: { pool } }) => !done.has(pool))
      .map((item) => ({ ...item, companions: this.#companionsOf(item.known) }));
  }

  #open({ known, source }: Item, { bank, accounts, epoch }: FetchedBatch, oneBank: boolean): ReadPool {
    const { slot, unixTimestamp } = bank;
    const account = accounts.get(known.pool) ?? null;
    const base = { known, source, account, slot, unixTimestamp, oneBank, head: null, market: null };
    if (account === null) {
      this.#companions.delete(known.pool);
      return { ...base, problem: { status: 'missing', detail: null } };
    }
    try {
      const head = source.decodePool(account);
      const companions = source.companions(head);
      this.#companions.set(
        known.pool,
        companions.map(({ address }) => address),
      );
      for (const { role, address } of companions) if (role === 'mint') this.#learnMint(accounts.get(address) ?? null);
      const clock = { slot, unixTimestamp, epoch };
      return { ...base, head, market: source.open(head, accounts, clock), problem: null };
    } catch (error) {
      if (!isLendingError(error)) throw error;
      return { ...base, problem: { status: 'refused', detail: error.code } };
    }
  }

  #learnMint(account: AccountBytes | null): void {
    if (account !== null) this.decimals.set(account.address, decodeMint(account).decimals);
  }
}

/** Pools one after the other into calls: accounts that several have in common are read once in each. */
function packCalls(items: readonly Item[], size: number): Item[][] {
  const calls: Item[][] = [];
  let keys = new Set<string>();
  for (const item of items) {
    const own = [item.known.pool, ...item.companions];
    const added = own.filter((key) => !keys.has(key)).length;
    const current = calls.at(-1);
    if (current === undefined || keys.size + added > size) {
      calls.push([item]);
      keys = new Set(own);
    } else {
      current.push(item);
      for (const key of own) keys.add(key);
    }
  }
  return calls;
}

/** One bank where all accounts fit in one call. A pool of more accounts is read in several, and says so. */
async function fetchCall(
  fetch: Fetch,
  items: readonly Item[],
  size: number,
): Promise<{ readonly fetched: FetchedBatch; readonly oneBank: boolean }> {
  const keys = [...new Set(items.flatMap(({ known, companions }) => [known.pool, ...companions]))];
  const [first = [], ...rest] = chunk(keys, size);
  const fetched = await fetch(first);
  if (rest.length === 0) return { fetched, oneBank: true };
  const accounts = new Map(fetched.accounts);
  for (const part of rest)
    for (const [address, account] of (await fetch(part)).accounts) accounts.set(address, account);
  return { fetched: { ...fetched, accounts }, oneBank: false };
}
