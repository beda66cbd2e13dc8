import type { ReserveDetail } from '@tidemark/contract';
import { hasPrice, rawToAmount, rawToUsd, unixSecondsOf } from '@tidemark/core';
import type { Room } from '@tidemark/protocols';
import type { DetailSubject } from './detail-subject.ts';

type HeadroomFields = Pick<
  ReserveDetail,
  Extract<keyof ReserveDetail, `${'borrowable' | 'withdrawable' | 'depositable' | 'queued'}_${string}`>
>;

/** What can be done with a reserve now. Unknown, not guessed, while the account of its market has not been read. */
export function toHeadroomFields(subject: DetailSubject): HeadroomFields {
  const { headroom } = subject;
  const { borrowable = null, withdrawable = null, depositable = null } = headroom ?? {};
  // Undefined where the protocol has no groups.
  const grouped = groupRoomOf(subject);
  const gross = amountsOf(subject, borrowable?.amountRaw);
  const net = amountsOf(subject, borrowable?.receivedRaw);
  const groupedGross = amountsOf(subject, grouped?.amountRaw);
  const groupedNet = amountsOf(subject, grouped?.receivedRaw);
  const withdraw = amountsOf(subject, withdrawable?.amountRaw);
  const deposit = amountsOf(subject, depositable?.amountRaw);
  const queued = amountsOf(subject, headroom?.queuedRaw);
  return {
    borrowable_gross_amount_raw: gross.raw,
    borrowable_gross_amount_f: gross.amount,
    borrowable_gross_amount_usd_f: gross.usd,
    borrowable_net_amount_raw: net.raw,
    borrowable_net_amount_f: net.amount,
    borrowable_net_amount_usd_f: net.usd,
    borrowable_constraint_str: constraintOf(borrowable),
    borrowable_resets_timestamp: resetOf(subject, borrowable),
    borrowable_in_elevation_group_gross_amount_raw: groupedGross.raw,
    borrowable_in_elevation_group_gross_amount_f: groupedGross.amount,
    borrowable_in_elevation_group_gross_amount_usd_f: groupedGross.usd,
    borrowable_in_elevation_group_net_amount_raw: groupedNet.raw,
    borrowable_in_elevation_group_net_amount_f: groupedNet.amount,
    borrowable_in_elevation_group_net_amount_usd_f: groupedNet.usd,
    borrowable_in_elevation_group_constraint_str: grouped === undefined ? null : constraintOf(grouped),
    borrowable_in_elevation_group_resets_timestamp: resetOf(subject, grouped),
    withdrawable_amount_raw: withdraw.raw,
    withdrawable_amount_f: withdraw.amount,
    withdrawable_amount_usd_f: withdraw.usd,
    withdrawable_collateral_raw: withdrawable === null ? null : String(withdrawable.receiptRaw),
    withdrawable_constraint_str: constraintOf(withdrawable),
    withdrawable_resets_timestamp: resetOf(subject, withdrawable),
    depositable_amount_raw: deposit.raw,
    depositable_amount_f: deposit.amount,
    depositable_amount_usd_f: deposit.usd,
    depositable_constraint_str: constraintOf(depositable),
    depositable_resets_timestamp: resetOf(subject, depositable),
    queued_withdrawals_raw: queued.raw,
    queued_withdrawals_f: queued.amount,
    queued_withdrawals_usd_f: queued.usd,
  };
}

function groupRoomOf({ protocol, headroom }: DetailSubject) {
  if (protocol.constraints.borrowInElevationGroup === undefined) return undefined;
  return headroom?.borrowableInElevationGroup ?? null;
}

interface Amounts {
  readonly raw: string | null;
  readonly amount: number | null;
  readonly usd: number | null;
}

const UNKNOWN: Amounts = { raw: null, amount: null, usd: null };

function amountsOf({ protocol, row, state }: DetailSubject, amountRaw: bigint | null | undefined): Amounts {
  if (amountRaw === null || amountRaw === undefined) return UNKNOWN;
  const { tokenDecimals } = row;
  return {
    raw: String(amountRaw),
    amount: rawToAmount(amountRaw, tokenDecimals),
    usd: hasPrice(state.price) ? rawToUsd(amountRaw, state.price, protocol.scale, tokenDecimals) : null,
  };
}

function constraintOf(room: Room | null): string {
  return room?.bindingConstraint ?? 'unknown';
}

/** An interval that is over says nothing: the next one starts when it is used. */
function resetOf({ row }: DetailSubject, room: Room | null | undefined): number | null {
  const resetsAt = room?.resetsAt ?? null;
  if (resetsAt === null || resetsAt > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return resetsAt > BigInt(unixSecondsOf(row.observedAt)) ? Number(resetsAt) : null;
}
