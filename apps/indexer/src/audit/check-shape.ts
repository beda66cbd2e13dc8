import type { AuditAccountKind } from '@tidemark/schema';
import {
  countLengths,
  findByteLengths,
  findDecodeFailures,
  type MeasuredAccount,
  type UsualLengths,
} from './checks/account-checks.ts';
import { findFrozenAccounts, findStandstill, type FrozenAccountsInput } from './checks/progress-checks.ts';
import { findNewNulls, nullRates } from './checks/null-rates.ts';
import { type CheckedPart, partOf } from './finding.ts';
import type { Facts } from './load-facts.ts';

export interface CheckShapeOptions {
  readonly frozenAfterMs: FrozenAccountsInput['toleranceMs'];
  readonly settleMs: number;
  /** For how long this process has been polling. After a pause everything stored is old, and that is no standstill. */
  readonly pollsForMs: number;
  readonly usualLengths: UsualLengths;
  /** Newest slot that any endpoint answered from; null where none did. */
  readonly chainSlot: bigint | null;
}

const NEW_WITHIN_MS = 3_600_000;

/**
 * The checks of the data as a whole: whether they move, and have the shape that they had. What is said of a kind of accounts is said of
 * those of listed markets.
 */
export function checkShape(facts: Facts, options: CheckShapeOptions): CheckedPart {
  const { accounts, refused, sharedCounts, settled, latest, newestAt, earlier } = facts;
  const { usualLengths } = options;
  const measured = measureAccounts(facts, usualLengths).filter(({ listed }) => listed);
  const unlisted = new Set(accounts.flatMap(({ address, listed }) => (listed ? [] : [address])));
  const newest = latest.filter(({ reserve }) => !unlisted.has(reserve));
  const frozen = findFrozenAccounts({
    accounts,
    settled,
    toleranceMs: options.frozenAfterMs,
    refused: new Set(refused.map(({ address }) => address)),
  });
  const standstill = findStandstill({
    newestSlot: newestSlotOf(facts, 'reserve'),
    settled,
    toleranceMs: options.settleMs,
    chainSlot: options.chainSlot,
  });
  const failures = findDecodeFailures({
    refused,
    accounts: {
      ...sharedCounts,
      ...Object.fromEntries(Object.keys(usualLengths).map((kind) => [kind, ofKind(measured, kind).length])),
    },
    newSince: new Date((newestAt?.getTime() ?? 0) - NEW_WITHIN_MS),
  });
  return partOf([
    { checkName: 'frozen_accounts', kinds: ['reserve', 'lending_market'], checked: accounts.length, findings: frozen },
    // Not checked is not fine: what an earlier audit found stays open until it is.
    ...(options.pollsForMs < options.settleMs
      ? []
      : [{ checkName: 'slot_progress', checked: latest.length, findings: standstill }]),
    { checkName: 'decode_failures', checked: measured.length, findings: failures },
    { checkName: 'byte_lengths', checked: measured.length, findings: findByteLengths(usualLengths, measured) },
    { checkName: 'null_rates', checked: newest.length, findings: findNewNulls({ newest, earlier }) },
  ]);
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
function measureAccounts(
  { accounts, refused }: Facts,
  usualLengths: UsualLengths,
): (MeasuredAccount & { readonly listed: boolean })[] {
  const isRefused = new Set(refused.map(({ address }) => address));
  const stored = accounts.filter(({ slot, address }) => slot !== null && !isRefused.has(address));
  return [
    ...stored.map(({ kind, address, listed }) => ({ kind, address, listed, dataLength: usualLengths[kind] ?? 0 })),
    ...refused.map(({ kind, address, listed, dataLength }) => ({ kind, address, listed, dataLength })),
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
