import { type AccountBytes, KnownAddresses } from '@tidemark/core';
import { type Protocol, withKnownSymbol } from '@tidemark/protocols';
import type { ReserveParts } from '@tidemark/schema';
import { everyPollOf } from './companions.ts';
import { sha256 } from './quarantine.ts';

/** A decoded reserve with all that follows from its bytes alone. What `reserve` holds is the protocol's own: it is only handed back to it. */
export interface DecodedReserve {
  readonly account: AccountBytes;
  readonly accountSha256: Uint8Array;
  readonly reserve: unknown;
  readonly parts: Omit<ReserveParts, 'protocol' | 'timeBasis'>;
}

/** Some ten for each reserve of the largest protocol. */
const MOST_ADDRESSES = 20_000;

/**
 * Decodes the reserves of one protocol. Most accounts hold the same bytes at one poll after the other: for those the result of the
 * last time is given again, and of one that did change the addresses are mostly known.
 */
export class ReserveDecoder {
  readonly #protocol: Protocol;
  readonly #addresses = new KnownAddresses(MOST_ADDRESSES);
  /** As many as there are reserves. */
  readonly #last = new Map<string, DecodedReserve>();

  constructor(protocol: Protocol) {
    this.#protocol = protocol;
  }

  /** Throws what `decodeReserve` of the protocol throws. */
  decode(account: AccountBytes): DecodedReserve {
    const last = this.#last.get(account.address);
    if (last !== undefined && isSame(last.account, account)) return last;
    const decoded = this.#decode(account);
    this.#last.set(account.address, decoded);
    return decoded;
  }

  #decode(account: AccountBytes): DecodedReserve {
    const reserve = this.#protocol.decodeReserve(account, this.#addresses.read);
    return { account, accountSha256: sha256(account.data), reserve, parts: partsOf(this.#protocol, reserve) };
  }
}

function isSame(last: AccountBytes, account: AccountBytes): boolean {
  return last.owner === account.owner && Buffer.compare(last.data, account.data) === 0;
}

/**
 * Identity and configuration. `configSha256` covers all of it (the plain columns are part of the configuration), so that equal hashes
 * mean that there is nothing to write. Flags follow from the configuration, but a later version may know more of them: the stored ones
 * are replaced then.
 */
function partsOf(protocol: Protocol, reserve: unknown): DecodedReserve['parts'] {
  const identity = withKnownSymbol(protocol.identity(reserve));
  const config = protocol.config(reserve);
  const configFlags = protocol.configFlags(reserve);
  const { lendingMarket, tokenMint, tokenDecimals, tokenProgram, supplyVault, feeVault } = identity;
  const account = [lendingMarket, tokenMint, tokenDecimals, tokenProgram, supplyVault, feeVault];
  const companions = everyPollOf(protocol.companions(reserve));
  const through = identity.underlying === null ? [] : [identity.underlying];
  const beside = [...configFlags, ...companions, ...through];
  const facts = [...account, identity.receiptMint, identity.receiptVault, config, ...beside];
  return {
    identity,
    settings: protocol.settings(reserve),
    config,
    configFlags,
    configSha256: sha256(JSON.stringify(facts)),
    companions,
  };
}
