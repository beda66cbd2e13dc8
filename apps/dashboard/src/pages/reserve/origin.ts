import type { Reserve } from '../../api/queries.ts';
import type { Origin } from '../../ui/Figure.tsx';

const RISK = /realised|usable_for|price_age|requires_price/;
/** What depends on the market's account or the moment, and is no column. */
const API_ONLY = /^(?:borrowable|withdrawable|depositable|queued)/;

/** Where a field of the details of a reserve comes from. */
export function originOf(row: Reserve, field: string): Origin {
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
