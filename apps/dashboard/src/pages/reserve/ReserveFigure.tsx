import type { FullReserve } from '../../api/queries.ts';
import { FORMATS, type Unit } from '../../format/number.ts';
import { words } from '../../format/words.ts';
import { Figure } from '../../ui/Figure.tsx';
import type { Origin } from '../../ui/Provenance.tsx';

interface Props {
  readonly row: FullReserve;
  readonly field: keyof FullReserve;
  readonly unit: Unit;
  readonly reason?: string | null;
}

/** A number of the details of a reserve. */
export function ReserveFigure({ row, field, unit, reason }: Props) {
  const value = row[field];
  const number = typeof value === 'number' ? value : null;
  return (
    <Figure
      field={field}
      value={FORMATS[unit](number)}
      reason={reason ?? gapReason(row, field)}
      origin={originOf(row, field)}
    />
  );
}

/** The reason that stands beside a realised rate, or that there is no price. */
function gapReason(row: FullReserve, field: string): string {
  if (field.includes('usd')) return 'The account holds no price.';
  const code = Object.entries(row).find(([name]) => name === field.replace(/_f$/, '_gap_str'))?.[1];
  return typeof code === 'string' ? words(code) : 'The API does not know it.';
}

const RISK = /realised|usable_for|^price_age|requires_price/;
/** What depends on the market's account or the moment, and is no column. */
const API_ONLY = /^(?:borrowable|withdrawable|depositable|queued|market_price)/;

/** Where a field of the details of a reserve comes from. */
function originOf(row: FullReserve, field: string): Origin {
  const view = RISK.test(field) ? 'reserve_risk_latest' : 'reserve_latest';
  const sql = `SELECT ${field} FROM lend_v1.${view}\nWHERE reserve = '${row.reserve}';`;
  return {
    slot: row.slot,
    timestamp: row.timestamp,
    account: row.reserve,
    accountHash: row.account_sha256,
    decoderVersion: row.decoder_version,
    call: `/v1/${row.protocol}/lend/reserves/${row.reserve}/detail/latest`,
    sql: API_ONLY.test(field) ? null : sql,
  };
}
