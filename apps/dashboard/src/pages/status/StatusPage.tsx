import { useQueries, useQuery } from '@tanstack/react-query';
import { isProtocol, type ProtocolStatus, statusQuery } from '../../api/queries.ts';
import { quarantineQuery } from '../../api/totals.ts';
import { count } from '../../format/number.ts';
import { duration, moment } from '../../format/time.ts';
import { capital, plural, shortAddress, words } from '../../format/words.ts';
import { Age } from '../../ui/clock.tsx';
import { Failed, Loading, Verdict } from '../../ui/States.tsx';
import { useTitle, useZone } from '../../ui/navigation.ts';
import { Coverage } from './Coverage.tsx';

/** Whether the numbers can be trusted now, and why not. */
export function StatusPage() {
  useTitle('Status');
  const { data, error, refetch } = useQuery(statusQuery);
  const zone = useZone();
  if (data === undefined) {
    return error === null ? (
      <Loading what="the status" rows={8} />
    ) : (
      <Failed what="The status" error={error} retry={() => void refetch()} />
    );
  }
  return (
    <>
      <div className="heading">
        <h1>
          Status: <Verdict verdict={data.data.verdict_str} />
        </h1>
        <p className="quiet">Judged by the service at {moment(data.meta.checked_timestamp, zone)}.</p>
      </div>
      <div className="pair">
        {data.data.protocols.map((status) => (
          <ProtocolPanel key={status.protocol} status={status} />
        ))}
      </div>
      <Coverage />
      <Quarantine protocols={data.data.protocols.map(({ protocol }) => protocol)} />
    </>
  );
}

const STATES = [
  ['fresh', 'ok_reserve_count'],
  ['stale', 'stale_reserve_count'],
  ['quarantined', 'quarantined_reserve_count'],
  ['chain is not moving', 'frozen_reserve_count'],
  ['account closed', 'gone_reserve_count'],
] as const;

function ProtocolPanel({ status }: { readonly status: ProtocolStatus }) {
  const zone = useZone();
  const { reserves, audit } = status;
  return (
    <section className="panel" data-row={status.protocol}>
      <h2>
        {capital(status.protocol)} <Verdict verdict={status.verdict_str} />
      </h2>
      {status.causes.length === 0 && <p className="quiet">All data are current.</p>}
      <ul className="causes">
        {status.causes.map(({ cause_str: cause, verdict_str: verdict, message }) => (
          <li key={cause}>
            <Verdict verdict={verdict} /> {message}
          </li>
        ))}
      </ul>
      <dl className="pairs">
        <dt>Newest bank of the chain</dt>
        <dd>
          stored {duration(status.bank_age_seconds)} ago, slot{' '}
          {status.slot === null ? 'unknown' : status.slot.toLocaleString('en-US')}
        </dd>
        <dt>Chain time of it</dt>
        <dd>{status.timestamp === null ? 'unknown' : moment(status.timestamp, zone)}</dd>
        <dt>Reads every</dt>
        <dd>{duration(status.poll_interval_seconds)}</dd>
        <dt>Final up to</dt>
        <dd>{status.final_hour_timestamp === null ? 'no hour yet' : moment(status.final_hour_timestamp, zone)}</dd>
        <dt>Reserves</dt>
        <dd>
          {STATES.map(([text, field]) => (
            <span key={field} className="state">
              <b data-field={field} data-value={reserves[field]}>
                {count(reserves[field]).text}
              </b>{' '}
              {text}
            </span>
          ))}
        </dd>
        <dt>Open gaps</dt>
        <dd>
          <OpenGaps status={status} />
        </dd>
        <dt>Audit of the stored data</dt>
        <dd>
          <Audit audit={audit} />
        </dd>
      </dl>
    </section>
  );
}

/** How many gaps are open, and for each reason since when. */
function OpenGaps({ status }: { readonly status: ProtocolStatus }) {
  const zone = useZone();
  return (
    <>
      {status.gap_count === 0 ? 'none' : count(status.gap_count).text}
      {status.open_gaps.map((gap) => (
        <div key={gap.gap_reason_str} className="quiet">
          {gap.gap_count} since {moment(gap.oldest_gap_timestamp, zone)}: {words(gap.gap_reason_str)}
        </div>
      ))}
    </>
  );
}

const FINDINGS_SHOWN = 5;

/** When the stored data were last audited, and what was found. */
function Audit({ audit }: { readonly audit: ProtocolStatus['audit'] }) {
  return (
    <>
      {audit.newest_run === null ? 'never ran' : `${duration(audit.audit_age_seconds)} ago`},{' '}
      {plural(audit.finding_count, 'open finding')}
      {audit.findings.slice(0, FINDINGS_SHOWN).map((finding) => (
        <div key={`${finding.check_name_str} ${finding.subject}`} className="quiet">
          {finding.severity_str}: {finding.message}
        </div>
      ))}
      {audit.finding_count > FINDINGS_SHOWN && (
        <div className="quiet">and {audit.finding_count - FINDINGS_SHOWN} more, in /v1/status</div>
      )}
    </>
  );
}

function Quarantine({ protocols }: { readonly protocols: readonly string[] }) {
  const results = useQueries({ queries: protocols.filter(isProtocol).map((protocol) => quarantineQuery(protocol)) });
  const rows = results.flatMap(({ data }) => data?.data ?? []);
  const failed = results.find(({ error }) => error !== null);
  return (
    <section className="panel">
      <h2>Quarantine</h2>
      <p className="quiet">
        Accounts that could not be decoded or failed a check. Their values are not published until they pass.
      </p>
      {failed !== undefined && <Failed what="The quarantine" error={failed.error} />}
      {failed === undefined && rows.length === 0 && <p>Empty: no account was ever refused.</p>}
      <ul className="causes">
        {rows.map((row) => (
          <li key={`${row.reserve} ${row.quarantine_reason_str}`}>
            <span className={row.active_b ? 'tag warn' : 'tag'}>{row.active_b ? 'refused now' : 'over'}</span>{' '}
            <code title={row.reserve}>{shortAddress(row.reserve)}</code> {words(row.quarantine_reason_str)},{' '}
            {plural(row.occurrences, 'time')}, last <Age since={row.last_seen_timestamp} /> ago
          </li>
        ))}
      </ul>
    </section>
  );
}
