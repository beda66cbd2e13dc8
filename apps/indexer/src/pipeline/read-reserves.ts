import { errorCode } from '@tidemark/runtime';
import type { QuarantineInput } from '@tidemark/schema';
import type { FetchedBatch } from './fetch-batch.ts';
import { type IdentityBook, identityDifference, type KnownReserve, storedIdentityOf } from './identities.ts';
import { decodeBatch } from './make-rows.ts';
import { type Listing, Refusal, reserveSubject, toQuarantineEntry } from './quarantine.ts';
import type { DecodedReserve, ReserveDecoder } from './reserve-decoder.ts';

export interface ReadReservesDeps extends Listing {
  readonly decoder: ReserveDecoder;
  readonly identities: IdentityBook;
  /** Reads the batch; `avoid` names the endpoint that is asked last. */
  readonly fetch: (avoid?: string) => Promise<FetchedBatch>;
}

/** Reserves of one bank. */
export interface ReadReserves {
  readonly answer: FetchedBatch;
  readonly decoded: readonly DecodedReserve[];
  /** Addresses without an account. */
  readonly missing: readonly string[];
  readonly quarantined: readonly QuarantineInput[];
}

/** An answer, with what in it speaks against what is stored. */
interface Judged extends ReadReserves {
  /** Reserves that are stored and not gone, under whose address is nothing, or another reserve. */
  readonly doubtful: ReadonlySet<string>;
}

/**
 * Reads reserves from one bank. Where the answer says that a reserve is gone or has become another, the whole batch is read again, elsewhere
 * if there is another endpoint. What both say counts: the reserve is missing, or quarantined with IDENTITY_CHANGED. Of what only the answer in use
 * says, nothing is stored. Fails as `fetch` does.
 */
export async function readReserves(deps: ReadReservesDeps, addresses: readonly string[]): Promise<ReadReserves> {
  const known = await deps.identities.get(addresses);
  const first = judge(deps, addresses, known, await deps.fetch());
  const isNew = [...first.doubtful].some((address) => !deps.identities.isConfirmed(address));
  if (!isNew) return first;
  const second = await deps.fetch(first.answer.endpoint).then(
    (answer) => judge(deps, addresses, known, answer),
    (error: unknown) => {
      // An error of the chain; what the first answer says of the other reserves stands.
      if (errorCode(error) === undefined) throw error;
      return null;
    },
  );
  if (second === null) return { ...first, missing: first.missing.filter((address) => !first.doubtful.has(address)) };
  const agreed = new Set([...first.doubtful].filter((address) => second.doubtful.has(address)));
  deps.identities.confirm(agreed);
  const used = second.doubtful.size <= first.doubtful.size ? second : first;
  const missing = used.missing.filter((address) => !used.doubtful.has(address) || agreed.has(address));
  return { ...used, missing };
}

function judge(
  deps: ReadReservesDeps,
  addresses: readonly string[],
  known: ReadonlyMap<string, KnownReserve>,
  answer: FetchedBatch,
): Judged {
  const { rows, missing, quarantined } = decodeBatch(deps, addresses, answer.accounts);
  const gone = missing.filter((address) => known.get(address)?.isMissing === false);
  const others = rows.flatMap((row) => {
    const stored = known.get(row.account.address);
    const difference = stored === undefined ? null : identityDifference(stored, storedIdentityOf(row.parts.identity));
    return difference === null ? [] : [{ row, difference }];
  });
  const changed = new Set(others.map(({ row }) => row.account.address));
  return {
    answer,
    missing,
    decoded: rows.filter(({ account }) => !changed.has(account.address)),
    quarantined: [
      ...quarantined,
      ...others.map(({ row: { account }, difference }) =>
        toQuarantineEntry(account, reserveSubject(deps, account), new Refusal('IDENTITY_CHANGED', difference)),
      ),
    ],
    doubtful: new Set([...gone, ...changed]),
  };
}
