import type { ISql } from 'postgres';

/**
 * Sessions that others of this login wait for, and that wait for their client, within a statement, for longer than this: of this login, and
 * of those that it may act for, which are all where it is a superuser's. A session at work is none, and one between two statements has a
 * limit of its own on every server.
 */
const END_SILENT_HOLDERS = `
  SELECT a.pid, a.usename AS login, a.application_name AS application, pg_terminate_backend(a.pid) AS ended
  FROM (
    SELECT DISTINCT unnest(pg_blocking_pids(w.pid)) AS pid FROM pg_stat_activity AS w
    WHERE w.usename = session_user AND w.wait_event_type = 'Lock'
  ) AS b JOIN pg_stat_activity AS a USING (pid)
  WHERE pg_has_role(a.usesysid, 'USAGE') AND a.state = 'active' AND a.wait_event_type = 'Client'
    AND a.state_change < clock_timestamp() - $1::float8 * interval '1 millisecond'`;

/** Within that time: the first comes before any login's limit of a wait for a lock, which is 5 s or more. */
const LOOKS = 10;

/**
 * Ends what frozen processes hold. A process that stands still in the middle of a statement, or is gone behind something that keeps
 * its connection open, keeps its locks on Postgres 15 and 16: no limit of theirs ends its transaction. Whoever needs one of them ends it.
 */
export class SilentHolders {
  readonly #beside: ISql<{ bigint: bigint }>;
  readonly #silenceMs: number;
  #isLooking = false;

  /** `beside` is no connection of those that wait. */
  constructor(beside: ISql<{ bigint: bigint }>, silenceMs: number) {
    this.#beside = beside;
    this.#silenceMs = silenceMs;
  }

  /** Does the work of a transaction, and looks from time to time who holds it up. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    const timer = setInterval(() => void this.#look(), this.#silenceMs / LOOKS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }

  /** Never fails: what cannot be asked now fails the work by its own limit. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const found = await this.#beside
      .unsafe<{ pid: number; login: string; application: string }[]>(END_SILENT_HOLDERS, [this.#silenceMs])
      .catch(() => []);
    this.#isLooking = false;
    for (const { pid, login, application } of found) {
      const silence = `its client has been silent within a statement for more than ${this.#silenceMs / 1000} s`;
      const message = `session ${pid} (${application}) of ${login} was ended: it held a lock that others wait for, and ${silence}`;
      process.emitWarning(message, 'SilentSession');
    }
  }
}
