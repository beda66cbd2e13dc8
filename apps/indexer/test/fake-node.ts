import { CLOCK_SYSVAR_ADDRESS, encodeClock, SYSVAR_OWNER_ADDRESS } from '@tidemark/core';
import { PROTOCOLS } from '@tidemark/protocols';
import { addressFromLabel } from '@tidemark/testing';
import { type FakeAnswer, type FakeRequest, type FakeRpcServer, startFakeRpcServer } from './fake-rpc-server.ts';

export interface FakeNodeOptions {
  /** Reserves of each protocol that it lists. */
  readonly reserves?: number;
  /** Addresses of accounts that do not exist; none by default. */
  readonly isAbsent?: (address: string) => boolean;
  /** Answers in place of what a node says; undefined leaves it to the node. */
  readonly instead?: (request: FakeRequest) => FakeAnswer | undefined;
}

/** A node whose slots rise, with reserves of every protocol: what is asked before anything is decoded. */
export async function startFakeNode({
  reserves = 3,
  isAbsent = () => false,
  instead,
}: FakeNodeOptions = {}): Promise<FakeRpcServer> {
  let slot = 1_000;
  return startFakeRpcServer((request) => {
    const other = instead?.(request);
    if (other !== undefined) return other;
    const { method, params } = request;
    slot += 1;
    if (method === 'getVersion') return { result: { 'solana-core': '2.3.6', 'feature-set': 1 } };
    if (method === 'getSlot') return { result: slot };
    if (method === 'getProgramAccounts') {
      const protocol = PROTOCOLS.find(({ accounts }) => accounts.reserve.program === params[0])?.name ?? '';
      const account = { owner: params[0], data: ['', 'base64'] };
      const listed = Array.from({ length: reserves }, (_, index) => addressFromLabel(`${protocol} ${index}`));
      return { result: listed.map((pubkey) => ({ pubkey, account })) };
    }
    if (method !== 'getMultipleAccounts') return undefined;
    return {
      result: {
        context: { slot },
        value: addressesOf(request).map((address) => (isAbsent(address) ? null : accountOf(address, slot))),
      },
    };
  });
}

export function addressesOf({ params: [addresses] }: FakeRequest): readonly string[] {
  return Array.isArray(addresses) ? addresses.map(String) : [];
}

function accountOf(address: string, slot: number) {
  if (address !== CLOCK_SYSVAR_ADDRESS) return { owner: addressFromLabel('a program'), data: ['AAAA', 'base64'] };
  const epoch = { epoch: 900n, epochStartTimestamp: 1_794_900_000n, leaderScheduleEpoch: 901n };
  const clock = encodeClock({ slot: BigInt(slot), unixTimestamp: 1_795_000_000n, ...epoch });
  return { owner: SYSVAR_OWNER_ADDRESS, data: [Buffer.from(clock).toString('base64'), 'base64'] };
}
