import { statusEnvelopeSchema } from '@tidemark/contract';
import {
  type AuditFindingInput,
  type Database,
  getCommitRange,
  setRollupState,
  upsertLendingMarkets,
  upsertReserves,
  writeAuditRun,
} from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { commitObservation, type Observation } from './observations.ts';
import { buildMarketRow, buildReserveRow } from './rows.ts';
import type { TestApi } from './start-api.ts';

const protocol = 'kamino';

/** The bank of a moment before now, in whole seconds. */
export function bankAgo(seconds: number): { readonly slot: bigint; readonly observedAt: Date } {
  const at = Math.floor(Date.now() / 1000) - seconds;
  return { slot: BigInt(at) * 2n, observedAt: new Date(at * 1000) };
}

/** Knows the reserves with these labels, which nobody has read yet. */
export async function knowReserves({ sql }: Database, labels: readonly string[]): Promise<void> {
  await upsertLendingMarkets(sql, [buildMarketRow()]);
  await upsertReserves(
    sql,
    labels.map((label) => buildReserveRow(label)),
  );
}

/** An observation of reserves so many seconds ago. */
export async function observationAgo(database: Database, seconds: number, observation: Observation): Promise<void> {
  const bank = bankAgo(seconds);
  await commitObservation(database, Number(bank.slot), bank, observation);
}

/** Says that hours and days hold everything that was committed. */
export async function rollUpAll({ sql }: Database): Promise<void> {
  const range = await getCommitRange(sql, { protocol });
  if (range !== null) await setRollupState(sql, { protocol, commitSeq: range.last });
}

/** Stores an audit that came to its end. */
export async function writeAudit({ sql }: Database, findings: readonly AuditFindingInput[] = []): Promise<void> {
  await writeAuditRun(sql, {
    protocol,
    durationMs: 250,
    commitSeq: 1n,
    checks: {
      supply_identity: { checked: 12, findings: 0 },
      frozen_accounts: { checked: 3, findings: findings.length },
    },
    accountKinds: {},
    endpoints: {},
    findings,
    scopes: ['supply_identity', 'frozen_accounts'].flatMap((checkName) =>
      (['reserve', 'endpoint', 'protocol'] as const).map((subjectKind) => ({ checkName, subjectKind, subjects: null })),
    ),
  });
}

export const finding = (label: string, overrides: Partial<AuditFindingInput> = {}): AuditFindingInput => ({
  checkName: 'supply_identity',
  subjectKind: 'reserve',
  subject: addressFromLabel(label),
  severity: 'warning',
  message: 'parts do not add up',
  detail: {},
  ...overrides,
});

/** Three reserves that were just read, rolled up and audited. */
export async function seedClean(database: Database): Promise<void> {
  const labels = ['JTO', 'SOL', 'USDC'];
  await knowReserves(database, labels);
  await observationAgo(database, 0, { labels });
  await rollUpAll(database);
  await writeAudit(database);
}

/** The answer of the status, read by its own schema. */
export async function askStatus({ call }: Pick<TestApi, 'call'>, query = '') {
  const { data, meta } = statusEnvelopeSchema.parse((await call(`/v1/status${query}`)).json());
  const [kamino] = data.protocols;
  if (kamino === undefined || data.protocols.length > 1) throw new Error('one protocol was expected');
  return { data, meta, kamino, causes: kamino.causes.map(({ cause_str }) => cause_str) };
}
