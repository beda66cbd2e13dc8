import {
  KAMINO_LEND_PROGRAM_ADDRESS,
  LENDING_MARKET_ACCOUNT_SIZE,
  RESERVE_ACCOUNT_SIZE,
} from '@tidemark/protocols/kamino';
import { SYSTEM_PROGRAM_ADDRESS } from '../chain/chain-account.ts';

/** An account kind that its first bytes and its size give away. */
interface KnownKind {
  readonly discriminatorHex: string;
  readonly size: number;
  readonly owner: string;
}

const SCOPE_PROGRAM = 'HFn8GnPADiny6XqUoWE8uRPPxb29ikn4yTuPa9MF2fWJ';
const PYTH_RECEIVER_PROGRAM = 'rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ';
const SWITCHBOARD_PROGRAM = 'SBondMDrcV3K4kxZR1HNVT7osZxAHVHgYXL5Ze1oMUv';

const KNOWN_KINDS: readonly KnownKind[] = [
  { discriminatorHex: '2bf2ccca1af73b7f', size: RESERVE_ACCOUNT_SIZE, owner: KAMINO_LEND_PROGRAM_ADDRESS },
  { discriminatorHex: 'f6723262489d1c78', size: LENDING_MARKET_ACCOUNT_SIZE, owner: KAMINO_LEND_PROGRAM_ADDRESS },
  { discriminatorHex: '598076dd0648b492', size: 28_712, owner: SCOPE_PROGRAM },
  { discriminatorHex: 'c08b1bfa35a6653d', size: 344_136, owner: SCOPE_PROGRAM },
  { discriminatorHex: '28f46e50ffd6f3bc', size: 29_704, owner: SCOPE_PROGRAM },
  { discriminatorHex: 'dd6b40674300a516', size: 86_024, owner: SCOPE_PROGRAM },
  { discriminatorHex: 'c04fac1e15ad192b', size: 10_240, owner: SCOPE_PROGRAM },
  { discriminatorHex: '22f123639d7ef4cd', size: 134, owner: PYTH_RECEIVER_PROGRAM },
  { discriminatorHex: 'c41b6cc40ad7db28', size: 3_208, owner: SWITCHBOARD_PROGRAM },
];

const DISCRIMINATOR_BYTES = 8;

/**
 * Owner of an account whose file holds only its data, from discriminator and size; the system program where they say
 * nothing. klend reserves and markets, Scope's accounts, Pyth price updates and Switchboard pull feeds are known.
 */
export function inferOwner(data: Uint8Array): string {
  const discriminatorHex = Buffer.from(data.subarray(0, DISCRIMINATOR_BYTES)).toString('hex');
  const kind = KNOWN_KINDS.find((known) => known.size === data.length && known.discriminatorHex === discriminatorHex);
  return kind?.owner ?? SYSTEM_PROGRAM_ADDRESS;
}
