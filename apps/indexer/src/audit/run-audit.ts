import type { Protocol } from '@tidemark/protocols';
import { errorCode } from '@tidemark/runtime';
import {
  type Database,
  getAuditProgress,
  listOpenAuditFindings,
  writeAuditRun,
  writeFailedAuditRun,
} from '@tidemark/schema';
import { runAlone } from '../run-alone.ts';
import { AGREEMENT_CHECK, checkEndpoints, type CheckedEndpoints, disputedAccounts } from './check-endpoints.ts';
import { checkShape, describeKinds } from './check-shape.ts';
import { usualLengths } from './checks/account-checks.ts';
import { chooseSample, type EndpointReaders } from './endpoints/read-endpoints.ts';
import { ofListed } from './finding.ts';
import { type Facts, loadFacts } from './load-facts.ts';
import { auditRows } from './rows/audit-rows.ts';
import { ROW_CHECKS } from './rows/check-rows.ts';

export interface RunAuditDeps {
  readonly database: Pick<Database, 'sql' | 'db'>;
  readonly protocol: Protocol;
  /** Of the chain that the database holds. */
  readonly genesisHash: string;
  readonly endpoints: EndpointReaders;
  readonly isFollowed: (lendingMarket: string) => boolean;
  /** Two observations of a reserve that are further apart leave a gap: more is frozen. */
  readonly gapAfterMs: number;
  readonly discoverIntervalMs: number;
  /** After this time every account has to have got beyond a stored bank. Default twice `gapAfterMs`. */
  readonly settleMs?: number;
  /** For how long this process has been polling; a standstill is not looked for before `settleMs`. Default: long enough. */
  readonly pollsForMs?: number;
  /** Rows that one audit takes in. Default 20,000. */
  readonly maxRows?: number;
  /** Commits that are read at once. Default 100. */
  readonly commitsAtOnce?: number;
  /** Aborted when the process is to stop. */
  readonly signal: AbortSignal;
}

/** What an audit came to. */
export interface AuditReport {
  readonly rows: number;
  readonly commitSeq: bigint;
  readonly opened: number;
  readonly resolved: number;
  readonly open: number;
  readonly durationMs: number;
}

/** Reserves and markets that every endpoint is asked for, beside the clock: one call of at most a hundred accounts. */
const SAMPLE_SIZE = 98;

/**
 * Looks at the stored data and at the endpoints, and stores what is wrong with them. Null where another process is at it, and
 * where the process is to stop. An audit that fails says so in a row of its own, where the database can be reached, and fails
 * with the error.
 */
export function runAudit(deps: RunAuditDeps): Promise<AuditReport | null> {
  const { database } = deps;
  const protocol = deps.protocol.name;
  return runAlone(database.sql, `tidemark audit of ${protocol}`, async (lost) => {
    const startedAt = performance.now();
    const signal = AbortSignal.any([deps.signal, lost]);
    const durationMs = (): number => performance.now() - startedAt;
    try {
      return await audit(deps, signal, durationMs);
    } catch (error) {
      // One that was aborted has not failed.
      if (deps.signal.aborted) return null;
      const failed = { protocol, durationMs: durationMs(), errorCode: errorCode(error) ?? 'INTERNAL_ERROR' };
      // A database that is away cannot take the row.
      if (!lost.aborted) await writeFailedAuditRun(database.sql, failed).catch(() => undefined);
      throw error;
    }
  });
}

async function audit(deps: RunAuditDeps, signal: AbortSignal, durationMs: () => number): Promise<AuditReport> {
  const { database, gapAfterMs, isFollowed, settleMs = 2 * gapAfterMs } = deps;
  const { sql } = database;
  const protocol = deps.protocol.name;
  const lengths = usualLengths(deps.protocol);
  const progress = await getAuditProgress(sql, { protocol });
  const facts = await loadFacts(database, { protocol: deps.protocol, settleMs, isFollowed });
  const ofEndpoints = await auditEndpoints(deps, facts, progress?.id ?? 0n);
  signal.throwIfAborted();
  const ofShape = checkShape(facts, {
    settleMs,
    pollsForMs: deps.pollsForMs ?? settleMs,
    usualLengths: lengths,
    chainSlot: ofEndpoints.chainSlot,
    // Markets are read by discovery alone.
    frozenAfterMs: { reserve: gapAfterMs, lending_market: 2 * deps.discoverIntervalMs + gapAfterMs },
  });
  const ofRows = await auditRows(sql, {
    protocol: deps.protocol,
    commitSeq: progress?.commitSeq ?? null,
    latest: facts.latest,
    open: await listOpenAuditFindings(sql, { protocol, checkNames: ROW_CHECKS.map(({ checkName }) => checkName) }),
    signal,
    ...(deps.maxRows === undefined ? {} : { maxRows: deps.maxRows }),
    ...(deps.commitsAtOnce === undefined ? {} : { commitsAtOnce: deps.commitsAtOnce }),
  });
  const parts = [ofShape, ofRows, ofEndpoints];
  const written = await writeAuditRun(sql, {
    protocol,
    durationMs: durationMs(),
    commitSeq: ofRows.commitSeq,
    checks: Object.fromEntries(parts.flatMap(({ checks }) => Object.entries(checks))),
    accountKinds: describeKinds(facts, lengths),
    endpoints: ofEndpoints.endpoints,
    findings: ofListed(
      parts.flatMap(({ findings }) => findings),
      facts.accounts,
    ),
    scopes: parts.flatMap(({ scopes }) => scopes),
  });
  const { opened, resolved, open } = written;
  const rows = ofRows.rows;
  return { rows, commitSeq: ofRows.commitSeq, opened, resolved, open, durationMs: Math.round(durationMs()) };
}

async function auditEndpoints(
  { database, protocol, endpoints, genesisHash }: RunAuditDeps,
  facts: Facts,
  round: bigint,
): Promise<CheckedEndpoints> {
  const open = { protocol: protocol.name, checkNames: [AGREEMENT_CHECK] };
  const disagreements = await listOpenAuditFindings(database.sql, open);
  const sample = chooseSample({
    accounts: facts.accounts.map(({ kind, address }) => ({ kind, address })),
    first: disputedAccounts(disagreements),
    round,
    size: SAMPLE_SIZE,
  });
  const readings = await endpoints.read(sample, genesisHash);
  return checkEndpoints({ protocol, readings, sample, genesisHash, disagreements });
}
