import postgres, { type Sql } from 'postgres';
import { COMMITS, NEWEST_STATES } from './private-tables.ts';

type Undo = () => Promise<void>;

export async function makeReadOnly(admin: Sql): Promise<Undo> {
  await admin`ALTER SYSTEM SET default_transaction_read_only = on`;
  await admin`SELECT pg_reload_conf()`;
  return async () => {
    await admin`ALTER SYSTEM RESET default_transaction_read_only`;
    await admin`SELECT pg_reload_conf()`;
  };
}

/** Ends the pipeline's sessions and takes the places that they leave, until the server has none left. */
export async function connectionsTaken(admin: Sql, url: string): Promise<Undo> {
  const holders: Sql[] = [];
  await admin`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tidemark%'`;
  for (let free = true; free; ) {
    const holder = connectHolder(url);
    holders.push(holder);
    free = await holder`SELECT 1`.then(
      () => true,
      () => false,
    );
  }
  return async () => void (await Promise.all(holders.map((holder) => holder.end({ timeout: 2 }))));
}

export async function lockLatest(url: string): Promise<Undo> {
  const holder = connectHolder(url);
  // Connected first: with `fetch_types` off the driver (3.4.9) never hands out a new connection.
  await holder`SELECT 1`;
  const session = await holder.reserve();
  await session`BEGIN`;
  await session`LOCK TABLE ${session(NEWEST_STATES)} IN ACCESS EXCLUSIVE MODE`;
  return async () => {
    await session`ROLLBACK`;
    session.release();
    await holder.end({ timeout: 2 });
  };
}

/** Sessions of the pipeline that wait for the table. What samples the newest rows waits as well, and is none of its. */
export async function countLockedOut(admin: Sql): Promise<number> {
  const waiting = await admin`
    SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE NOT granted AND relation = ${NEWEST_STATES}::regclass
      AND datname = current_database() AND application_name LIKE 'tidemark%'`;
  return waiting.length;
}

/** Half of the batches fail in their last statements but one, with codes of the server's own; which ones, `draw` decides. */
export async function failWrites(admin: Sql, codes: readonly string[], draw: number): Promise<Undo> {
  const raises = codes
    .map((code, index) => `WHEN ${index} THEN RAISE EXCEPTION 'simulated' USING ERRCODE = '${code}';`)
    .join(' ');
  await admin.unsafe(`
    DROP SEQUENCE IF EXISTS simulation.writes;
    CREATE SEQUENCE simulation.writes;
    CREATE OR REPLACE FUNCTION simulation.fail_write() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE drawn bigint := hashint8extended(nextval('simulation.writes'), ${draw});
      BEGIN
        IF (drawn & 1) = 0 THEN CASE ((drawn >> 1) & 65535) % ${codes.length} ${raises} END CASE; END IF;
        RETURN NEW;
      END $$;
    CREATE TRIGGER fail_write BEFORE INSERT ON ${COMMITS} FOR EACH ROW EXECUTE FUNCTION simulation.fail_write();`);
  return async () => void (await admin.unsafe(`DROP TRIGGER IF EXISTS fail_write ON ${COMMITS}`));
}

/** A rival takes the rows that a batch takes, in the other order and slowly. */
export function deadlocks(rival: Sql): { readonly beat: Undo; readonly end: Undo } {
  return {
    beat: async () => {
      await rival.begin(async (tx) => {
        await tx`SELECT FROM ${tx(NEWEST_STATES)} ORDER BY reserve DESC LIMIT 4 FOR UPDATE`;
        await tx`SELECT pg_sleep(0.2)`;
        await tx`SELECT FROM ${tx(NEWEST_STATES)} ORDER BY reserve LIMIT 4 FOR UPDATE`;
      });
    },
    end: () => rival.end({ timeout: 6 }),
  };
}

function connectHolder(url: string): Sql {
  return postgres(url, {
    max: 1,
    fetch_types: false,
    onnotice: () => undefined,
    connection: { application_name: 'holder' },
  });
}
