import type { AuditAccountKind, AuditCheckCount, AuditFindingInput, AuditedScope } from '@tidemark/schema';
import {
  countLengths,
  findByteLengths,
  findDecodeFailures,
  type MeasuredAccount,
  type UsualLengths,
} from './checks/account-checks.ts';
import { findFrozenAccounts, findStandstill, type FrozenAccountsInput } from './checks/progress-checks.ts';
import { findNewNulls, nullRates } from './checks/null-rates.ts';
import type { Finding } from './finding.ts';
import type { Facts } from './load-facts.ts';

/** What the checks of one part of an audit come to. */
export interface CheckedPart {
  readonly findings: readonly AuditFindingInput[];
  readonly scopes: readonly AuditedScope[];
  readonly checks: Readonly<Record<string, AuditCheckCount>>;
}

export interface CheckShapeOptions {
  readonly frozenAfterMs: FrozenAccountsInput['toleranceMs'];
  readonly settleMs: number;
  readonly usualLengths: UsualLengths;
  /** Newest slot that any endpoint answered from; null where none did. */
  readonly chainSlot: bigint | null;
}

const NEW_WITHIN_MS = 3_600_000;

/** The checks of the data as a whole: whether they move, and have the shape that they had. */
export function checkShape(facts: Facts, options: CheckShapeOptions): CheckedPart {
  const { accounts, refused, settled, latest, newestAt, earlier } = facts;
  const { usualLengths } = options;
  const measured = measureAccounts(facts, usualLengths);
  const results: readonly [string, number, readonly AuditedScope['subjectKind'][], readonly Finding[]][] = [
    [
      'frozen_accounts',
      accounts.length,
      ['reserve', 'lending_market'],
      findFrozenAccounts({
        accounts,
        settled,
        toleranceMs: options.frozenAfterMs,
        refused: new Set(refused.map(({ address }) => address)),
      }),
    ],
    [
      'slot_progress',
      latest.length,
      ['account_kind'],
      findStandstill({
        newestSlot: newestSlotOf(facts, 'reserve'),
        settled,
        toleranceMs: options.settleMs,
        chainSlot: options.chainSlot,
      }),
    ],
    [
      'decode_failures',
      measured.length,
      ['account_kind'],
      findDecodeFailures({
        refused,
        accounts: Object.fromEntries(Object.keys(usualLengths).map((kind) => [kind, ofKind(measured, kind).length])),
        newSince: new Date((newestAt?.getTime() ?? 0) - NEW_WITHIN_MS),
      }),
    ],
    ['byte_lengths', measured.length, ['account_kind'], findByteLengths(usualLengths, measured)],
    ['null_rates', latest.length, ['account_kind'], findNewNulls({ newest: latest, earlier })],
  ];
  return {
    findings: results.flatMap(([checkName, , , findings]) => findings.map((finding) => ({ ...finding, checkName }))),
    scopes: results.flatMap(([checkName, , kinds]) =>
      kinds.map((subjectKind) => ({ checkName, subjectKind, subjects: null })),
    ),
    checks: Object.fromEntries(
      results.map(([checkName, checked, , findings]) => [checkName, { checked, findings: findings.length }]),
    ),
  };
}

/** What the newest data of each account kind look like. */
export function describeKinds(facts: Facts, usualLengths: UsualLengths): Record<string, AuditAccountKind> {
  const measured = measureAccounts(facts, usualLengths);
  return Object.fromEntries(
    Object.keys(usualLengths).map((kind) => {
      const newestSlot = newestSlotOf(facts, kind);
      const newest = facts.accounts.find((account) => account.kind === kind && account.slot === newestSlot);
      const newestAt = newestSlot === null ? null : (newest?.observedAt ?? null);
      return [
        kind,
        {
          accounts: ofKind(facts.accounts, kind).length,
          newestSlot: newestSlot === null ? null : Number(newestSlot),
          newestTimestamp: newestAt === null ? null : Math.floor(newestAt.getTime() / 1000),
          byteLengths: countLengths(ofKind(measured, kind)),
          nullRates: kind === 'reserve' ? nullRates(facts.latest) : {},
        },
      ];
    }),
  );
}

/** Every account with the length of its data: a stored row was made of as many bytes as the decoder takes. */
function measureAccounts({ accounts, refused }: Facts, usualLengths: UsualLengths): MeasuredAccount[] {
  const isRefused = new Set(refused.map(({ address }) => address));
  const stored = accounts.filter(({ slot, address }) => slot !== null && !isRefused.has(address));
  return [
    ...stored.map(({ kind, address }) => ({ kind, address, dataLength: usualLengths[kind] ?? 0 })),
    ...refused.map(({ kind, address, dataLength }) => ({ kind, address, dataLength })),
  ];
}

function newestSlotOf({ accounts }: Facts, kind: string): bigint | null {
  return ofKind(accounts, kind).reduce<bigint | null>(
    (newest, { slot }) => (slot !== null && (newest === null || slot > newest) ? slot : newest),
    null,
  );
}

function ofKind<Item extends { readonly kind: string }>(items: readonly Item[], kind: string): Item[] {
  return items.filter((item) => item.kind === kind);
}
