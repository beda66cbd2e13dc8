import type { ReserveCurve } from '../../api/history.ts';
import type { FullReserve } from '../../api/queries.ts';
import { amount } from '../../format/number.ts';
import { tokenText } from '../../format/names.ts';
import { words } from '../../format/words.ts';
import { tokensOf } from './amount.ts';

/** What can be done with a reserve, and the sign that the API gives it. */
export const ACTIONS = { supply: 1, withdraw: -1, borrow: 1, repay: -1 } as const;
export type Action = keyof typeof ACTIONS;

export function isAction(text: string): text is Action {
  return text in ACTIONS;
}

/** The most that the program accepts, in base units: null where nothing is known to bound it. */
interface Limit {
  readonly raw: string | null;
  readonly constraint: string;
}

const DONE = { supply: 'supplied', withdraw: 'withdrawn', borrow: 'borrowed', repay: 'repaid' } as const;

/** Headroom of an action as the API has it; a repayment is bound by what is owed. */
function limitOf(row: FullReserve, action: Action): Limit {
  if (action === 'supply') return { raw: row.depositable_amount_raw, constraint: row.depositable_constraint_str };
  if (action === 'withdraw') return { raw: row.withdrawable_amount_raw, constraint: row.withdrawable_constraint_str };
  if (action === 'borrow') return { raw: row.borrowable_gross_amount_raw, constraint: row.borrowable_constraint_str };
  return { raw: null, constraint: 'none' };
}

interface JudgementProps {
  readonly row: FullReserve;
  readonly action: Action;
  /** Null until it is known, and where the API has none. */
  readonly after: ReserveCurve['what_if'];
  /** Puts the most that is accepted into the field, in whole tokens. */
  readonly onFill: (most: string) => void;
}

/** Whether the program would accept what somebody thinks of now, and the most that it would. */
export function Judgement({ row, action, after, onFill }: JudgementProps) {
  const { raw, constraint } = limitOf(row, action);
  if (constraint === 'unknown') {
    return (
      <p className="notice warn">Whether the program would accept this is not known: a setting has not been read.</p>
    );
  }
  if (raw === null) return null;
  const most = tokensOf(raw, row.token_decimals);
  const text = `${amount(Number(most)).text} ${tokenText(row)}`;
  const limit = raw === '0' ? 'nothing' : `at most ${text}`;
  const bound = `${limit} can be ${DONE[action]} now (${words(constraint)}).`;
  const isRefused = after !== null && isBeyond(after, raw);
  if (!isRefused) return <p className="quiet">As far as the reserve decides: {bound}</p>;
  const group = row.borrowable_in_elevation_group_gross_amount_raw;
  const isForGroups = action === 'borrow' && group !== null && !isBeyond(after, group);
  return (
    <p className="notice warn" role="alert">
      <span aria-hidden="true">▲</span> <strong>The program would refuse this:</strong> {bound}
      {isForGroups && ' Within an elevation group it would accept it.'}
      {raw !== '0' && (
        <>
          {' '}
          <button type="button" className="button small" onClick={() => onFill(most)}>
            Use {text}
          </button>
        </>
      )}
    </p>
  );
}

/** Whether the change that the API computed, in base units, is more than a limit. */
function isBeyond(
  { supply_delta_raw: supply, borrow_delta_raw: borrow }: NonNullable<ReserveCurve['what_if']>,
  raw: string,
) {
  const size = BigInt(supply) + BigInt(borrow);
  return (size < 0n ? -size : size) > BigInt(raw);
}
