import type { SettledBank } from '@tidemark/schema';
import { type Finding, ofKind } from '../finding.ts';

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
