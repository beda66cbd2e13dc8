import type { AuditedAccount, SettledBank } from '@tidemark/schema';
import { type Finding, ofKind } from '../finding.ts';

export interface FrozenAccountsInput {
  readonly accounts: readonly AuditedAccount[];
  /** A bank that was stored long enough ago for every account to have got beyond it. */
  readonly settled: SettledBank | null;
  /** How much older than that bank the newest row of an account may be, by its kind, in chain time. */
  readonly toleranceMs: Readonly<Record<AuditedAccount['kind'], number>>;
  /** Addresses that are known to be refused: why their rows stand still is said elsewhere. */
  readonly refused: ReadonlySet<string>;
}

/** Accounts whose newest row stands still, or never came, while others move. */
export function findFrozenAccounts({ accounts, settled, toleranceMs, refused }: FrozenAccountsInput): Finding[] {
  if (settled === null) return [];
  return accounts.flatMap((account): Finding[] => {
    const slot = account.slot ?? account.firstSeenSlot;
    const behindMs = settled.observedAt.getTime() - (account.observedAt ?? account.firstSeenAt).getTime();
    if (slot >= settled.slot || behindMs <= toleranceMs[account.kind]) return [];
    const isRefused = refused.has(account.address);
    return [
      {
        subjectKind: account.kind,
        subject: account.address,
        severity: isRefused ? 'info' : 'warning',
        message: messageOf(account, Math.round(behindMs / 1000), isRefused),
        detail: {
          slot: account.slot === null ? null : Number(account.slot),
          settledSlot: Number(settled.slot),
          behindSeconds: Math.round(behindMs / 1000),
          refused: isRefused,
        },
      },
    ];
  });
}

function messageOf({ slot }: AuditedAccount, behindSeconds: number, isRefused: boolean): string {
  const what =
    slot === null
      ? `was never stored, although others are ${behindSeconds} s beyond the bank in which it was seen first`
      : `stands still: others are ${behindSeconds} s beyond its newest row`;
  return isRefused ? `${what}; its account is refused` : what;
}

export interface SlotProgressInput {
  /** Newest slot of any reserve that is stored; null where there is none. */
  readonly newestSlot: bigint | null;
  /** The newest bank that was stored so long ago that there should be a newer one. */
  readonly settled: SettledBank | null;
  readonly toleranceMs: number;
  /** Newest slot that any endpoint answered from; null where none did. */
  readonly chainSlot: bigint | null;
}

/** The newest slot of the stored reserves has to move. */
export function findStandstill({ newestSlot, settled, toleranceMs, chainSlot }: SlotProgressInput): Finding[] {
  if (settled === null || newestSlot === null || newestSlot > settled.slot) return [];
  const isChainAhead = chainSlot !== null && chainSlot > newestSlot;
  const chain =
    chainSlot === null ? 'no endpoint answers' : isChainAhead ? 'the chain goes on' : 'the chain stands still, too';
  return [
    {
      ...ofKind('reserve'),
      severity: 'critical',
      message: `the newest stored slot has not moved for ${Math.round(toleranceMs / 1000)} s; ${chain}`,
      detail: {
        newestSlot: Number(newestSlot),
        settledSlot: Number(settled.slot),
        chainSlot: chainSlot === null ? null : Number(chainSlot),
      },
    },
  ];
}
