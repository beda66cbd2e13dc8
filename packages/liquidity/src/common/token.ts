import {
  type AccountBytes,
  decodeMint,
  encodeAddress,
  findMintExtension,
  LendingError,
  readU64,
  TOKEN_2022_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
  viewOf,
} from '@tidemark/core';
import { BPS, ceilDiv } from './exact.ts';

const TOKEN_ACCOUNT_SIZE = 165;
const AMOUNT = 64;
const STATE = 108;
const FROZEN = 2;

/** What matters of the account that holds a pool's tokens. */
export interface TokenVault {
  readonly mint: string;
  readonly amountRaw: bigint;
  readonly isFrozen: boolean;
}

/** Throws `WRONG_OWNER`, or `WRONG_SIZE` for fewer bytes than a token account has; extensions come after those. */
export function decodeVault({ address, owner, data }: AccountBytes): TokenVault {
  if (owner !== TOKEN_PROGRAM_ADDRESS && owner !== TOKEN_2022_PROGRAM_ADDRESS) {
    throw new LendingError('WRONG_OWNER', { address, expected: TOKEN_PROGRAM_ADDRESS, actual: owner });
  }
  if (data.length < TOKEN_ACCOUNT_SIZE) {
    const expected = `${TOKEN_ACCOUNT_SIZE} bytes and more`;
    throw new LendingError('WRONG_SIZE', { address, expected, actual: `${data.length} bytes` });
  }
  return { mint: encodeAddress(data, 0), amountRaw: readU64(viewOf(data), AMOUNT), isFrozen: data[STATE] === FROZEN };
}

const TRANSFER_FEE = { type: 1, size: 108, older: 72, newer: 90 };
const PAUSABLE = { type: 26, size: 33, paused: 32 };

/** The fee that Token-2022 keeps back of every transfer. */
export interface TransferFee {
  readonly bps: bigint;
  readonly maxRaw: bigint;
}

/** What a token does to a swap. */
export interface TokenRules {
  /** Null where the mint takes none. */
  readonly transferFee: TransferFee | null;
  readonly isPaused: boolean;
}

/** As {@link decodeMint} throws, and `INVALID_EXTENSION` for a fee of more than all. The fee is that of the epoch. */
export function decodeTokenRules(account: AccountBytes, epoch: bigint): TokenRules {
  decodeMint(account);
  if (account.data.length <= TOKEN_ACCOUNT_SIZE) return { transferFee: null, isPaused: false };
  const paused = findMintExtension(account, PAUSABLE.type, PAUSABLE.size);
  const isPaused = paused !== null && account.data[paused.offset + PAUSABLE.paused] !== 0;
  return { transferFee: transferFeeOf(account, epoch), isPaused };
}

function transferFeeOf(account: AccountBytes, epoch: bigint): TransferFee | null {
  const found = findMintExtension(account, TRANSFER_FEE.type, TRANSFER_FEE.size);
  if (found === null) return null;
  const view = viewOf(account.data);
  const newer = found.offset + TRANSFER_FEE.newer;
  const at = readU64(view, newer) <= epoch ? newer : found.offset + TRANSFER_FEE.older;
  const bps = BigInt(view.getUint16(at + 16, true));
  if (bps > BPS) {
    const { address } = account;
    throw new LendingError('INVALID_EXTENSION', {
      address,
      field: 'transfer fee',
      expected: `at most ${BPS}`,
      actual: `${bps}`,
    });
  }
  return { bps, maxRaw: readU64(view, at + 8) };
}

/** What arrives of a transfer. */
export function afterTransfer(amount: bigint, fee: TransferFee | null): bigint {
  if (fee === null || fee.bps === 0n) return amount;
  const kept = ceilDiv(amount * fee.bps, BPS);
  return amount - (kept < fee.maxRaw ? kept : fee.maxRaw);
}

/** What has to be sent for an amount to arrive: the least of which that is so, as the token program computes it. */
export function beforeTransfer(net: bigint, fee: TransferFee | null): bigint {
  if (fee === null || fee.bps === 0n || net === 0n) return net;
  if (fee.bps === BPS) return net + fee.maxRaw;
  const gross = ceilDiv(net * BPS, BPS - fee.bps);
  return gross - net >= fee.maxRaw ? net + fee.maxRaw : gross;
}
