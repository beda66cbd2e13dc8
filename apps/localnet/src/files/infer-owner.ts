import { PROTOCOLS } from '@tidemark/protocols';
import { SYSTEM_PROGRAM_ADDRESS } from '../chain/chain-account.ts';

/** An account of an oracle that its first bytes and its size give away. */
interface OracleKind {
  readonly discriminatorHex: string;
  readonly size: number;
  readonly owner: string;
}

const SCOPE_PROGRAM = 'HFn8GnPADiny6XqUoWE8uRPPxb29ikn4yTuPa9MF2fWJ';
const PYTH_RECEIVER_PROGRAM = 'rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ';
const SWITCHBOARD_PROGRAM = 'SBondMDrcV3K4kxZR1HNVT7osZxAHVHgYXL5Ze1oMUv';

const ORACLE_KINDS: readonly OracleKind[] = [
  { discriminatorHex: '598076dd0648b492', size: 28_712, owner: SCOPE_PROGRAM },
  { discriminatorHex: 'c08b1bfa35a6653d', size: 344_136, owner: SCOPE_PROGRAM },
  { discriminatorHex: '28f46e50ffd6f3bc', size: 29_704, owner: SCOPE_PROGRAM },
  { discriminatorHex: 'dd6b40674300a516', size: 86_024, owner: SCOPE_PROGRAM },
  { discriminatorHex: 'c04fac1e15ad192b', size: 10_240, owner: SCOPE_PROGRAM },
  { discriminatorHex: '22f123639d7ef4cd', size: 134, owner: PYTH_RECEIVER_PROGRAM },
  { discriminatorHex: 'c41b6cc40ad7db28', size: 3_208, owner: SWITCHBOARD_PROGRAM },
];

const DISCRIMINATOR_BYTES = 8;
const PROTOCOL_KINDS = PROTOCOLS.flatMap(({ accounts: { reserve, market } }) => [
  reserve,
  ...(market === null ? [] : [market]),
]);

/**
 * Owner of an account whose file holds only its data, from its first bytes and its size; the system program where they say
 * nothing. Reserves and markets of the protocols, Scope's accounts, Pyth price updates and Switchboard pull feeds are known.
 */
export function inferOwner(data: Uint8Array): string {
  const discriminatorHex = Buffer.from(data.subarray(0, DISCRIMINATOR_BYTES)).toString('hex');
  const oracle = ORACLE_KINDS.find(
    (known) => known.size === data.length && known.discriminatorHex === discriminatorHex,
  );
  const kind = PROTOCOL_KINDS.find((known) => known.looksValid(data));
  return kind?.program ?? oracle?.owner ?? SYSTEM_PROGRAM_ADDRESS;
}
