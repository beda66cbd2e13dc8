/** Commits that come together are one read. */
const SETTLE_MS = 400;
/** Reads in a row of an answer that is older than the event; after them the next poll reads it. */
const MAX_ATTEMPTS = 8;

export interface CatchUpOptions<Name> {
  /** Fetches the answer of one name again and resolves with its slot; null where no view uses it. */
  readonly read: (name: Name) => Promise<number | null>;
  readonly signal: AbortSignal;
}

/**
 * Reads again what events tell of. The event of a commit can come before the API answers with what was committed, and it comes once: what is
 * older than the event is read again.
 */
export function createCatchUp<Name>({ read, signal }: CatchUpOptions<Name>): (name: Name, slot: number) => void {
  const due = new Map<Name, { readonly slot: number; readonly attempt: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));
  const plan = (name: Name, slot: number, attempt: number): void => {
    if (signal.aborted) return;
    due.set(name, { slot: Math.max(slot, due.get(name)?.slot ?? 0), attempt });
    timer ??= setTimeout(readDue, SETTLE_MS);
  };
  const readOne = async (name: Name, slot: number, attempt: number): Promise<void> => {
    const readSlot = await read(name);
    if (readSlot !== null && readSlot < slot && attempt < MAX_ATTEMPTS) plan(name, slot, attempt + 1);
  };
  const readDue = (): void => {
    timer = undefined;
    const told = [...due];
    due.clear();
    for (const [name, { slot, attempt }] of told) void readOne(name, slot, attempt);
  };
  return (name, slot) => plan(name, slot, 1);
}
