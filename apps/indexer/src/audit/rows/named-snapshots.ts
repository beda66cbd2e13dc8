import type { AuditFindingRow, SnapshotKey } from '@tidemark/schema';
import { z } from 'zod';

const detail = z.object({
  rows: z.array(z.object({ table: z.string(), slot: z.int().nonnegative(), observedAt: z.iso.datetime() })),
});

/** The snapshots that open findings name, so that they are looked at again. */
export function namedSnapshots(findings: readonly Pick<AuditFindingRow, 'subject' | 'detail'>[]): SnapshotKey[] {
  const keys = new Map<string, SnapshotKey>();
  for (const finding of findings) {
    const parsed = detail.safeParse(finding.detail);
    // A finding of another version of the check: it is looked at no more, and closed as all that is found no more.
    if (!parsed.success) continue;
    for (const { table, slot, observedAt } of parsed.data.rows) {
      if (table !== 'reserve_snapshots') continue;
      const key = { reserve: finding.subject, observedAt: new Date(observedAt), slot: BigInt(slot) };
      keys.set(`${finding.subject} ${observedAt} ${slot}`, key);
    }
  }
  return [...keys.values()];
}
