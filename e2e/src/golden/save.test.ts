import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedDir, stopAllProcesses, waitFor } from '@tidemark/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FullStack, startFullStack } from '../support/full-stack.ts';

const shared = sharedDir();

/** One execution of the program's binary: a reserve refreshed `slots` after its last update. */
interface Execution {
  readonly file: string;
  readonly slots: string;
  readonly fromSlot: string;
  readonly after: Readonly<Record<string, string>>;
}

/** What is served of a reserve at the slot of an execution. */
interface Served {
  readonly http: Readonly<Record<string, unknown>>;
  readonly sql: Readonly<Record<string, unknown>>;
}

/** Any time will do: the program counts slots, and time must only move forward. */
const FIRST_UNIX_TIME = 1_762_300_000n;
const RUN_TIMEOUT_MS = 1_800_000;
const WAD_DIGITS = 18;

/** Parts of 10^-18 as a decimal without needless zeros: the point is moved. */
function decimalOf(wads: string): string {
  const digits = wads.padStart(WAD_DIGITS + 1, '0');
  return `${digits.slice(0, -WAD_DIGITS)}.${digits.slice(-WAD_DIGITS)}`.replace(/\.?0+$/, '');
}

/** The nearest double: the text of a decimal is rounded correctly when it is read. */
const doubleOf = (integer: string, digits: number): number => Number(`${integer}e-${digits}`);

afterAll(stopAllProcesses);

describe.skipIf(shared === null)('real accounts of Save through RPC, queue, Postgres and HTTP', () => {
  const dir = join(shared ?? '', 'save');
  const { cases }: { cases: readonly Execution[] } =
    shared === null ? { cases: [] } : JSON.parse(readFileSync(join(dir, 'golden', 'onchain.json'), 'utf8'));
  // The clock only goes on.
  const executions = cases
    .map((execution) => ({
      ...execution,
      reserve: execution.file.split('@')[0] ?? '',
      slot: BigInt(execution.fromSlot) + BigInt(execution.slots),
    }))
    .toSorted((a, b) => Number(a.slot - b.slot));
  const served = new Map<(typeof executions)[number], Served>();
  let stack: FullStack;
  let sql: postgres.Sql;

  async function readAt({ reserve, slot }: (typeof executions)[number], unixTime: bigint): Promise<Served> {
    await stack.setClock({ slot, unixTime });
    const read = async (): Promise<Served | null> => {
      const response = await fetch(`${stack.apiUrl}/v1/save/lend/reserves/${reserve}/latest`);
      if (response.status !== 200) return null;
      const [http]: Readonly<Record<string, unknown>>[] = JSON.parse(await response.text());
      const [row] =
        await sql`SELECT * FROM lend_v1.reserve_latest WHERE reserve = ${reserve} AND slot = ${String(slot)}`;
      return http?.['timestamp'] === Number(unixTime) && row !== undefined ? { http, sql: row } : null;
    };
    return waitFor(read, { description: `${reserve} at slot ${slot}` });
  }

  beforeAll(async () => {
    const [first] = executions;
    if (first === undefined) throw new Error('the golden file holds no execution');
    stack = await startFullStack({
      localnet: {
        accountsDir: join(dir, 'accounts'),
        slotMs: 0,
        slot: first.slot,
        unixTimeSeconds: FIRST_UNIX_TIME,
        reportedSlotMs: 400,
      },
    });
    sql = postgres(stack.databaseUrl, { max: 1 });
    let unixTime = FIRST_UNIX_TIME;
    for (const execution of executions) {
      unixTime += 1n;
      served.set(execution, await readAt(execution, unixTime));
    }
  }, RUN_TIMEOUT_MS);
  afterAll(async () => {
    await sql?.end();
    await stack?.stop();
  });

  it('covers every execution', () => {
    expect(executions).toHaveLength(110);
    expect(served.size).toBe(executions.length);
  });

  it('the exact numbers in SQL are those of the account after the refresh, to the last bit', () => {
    for (const execution of executions) {
      const { reserve, slots, after } = execution;
      const exact = (name: string) => decimalOf(after[name] ?? '');
      expect(served.get(execution)?.sql, `${reserve} after ${slots} slots`).toMatchObject({
        accrued_available_amount_raw: after['availableAmount'],
        accrued_borrowed_amount_raw: exact('borrowedAmountWads'),
        accrued_cumulative_borrow_rate_raw: exact('cumulativeBorrowRateWads'),
        accrued_protocol_fees_raw: exact('accumulatedProtocolFeesWads'),
        accrued_total_supply_raw: exact('totalSupplyWads'),
        borrow_rate_raw: exact('borrowRateWad'),
        collateral_supply_raw: after['mintTotalSupply'],
        price_status: null,
        queued_collateral_raw: null,
        accumulated_referrer_fees_raw: null,
      });
    }
  });

  it('amounts over HTTP are the nearest doubles of them', () => {
    for (const execution of executions) {
      const { reserve, slots, after } = execution;
      const { http, sql: row } = served.get(execution) ?? {};
      const decimals = Number(row?.['token_decimals']);
      expect(http, `${reserve} after ${slots} slots`).toMatchObject({
        token_symbol: row?.['token_symbol'],
        available_amount_f: doubleOf(after['availableAmount'] ?? '', decimals),
        supplied_amount_f: doubleOf(after['totalSupplyWads'] ?? '', WAD_DIGITS + decimals),
      });
    }
  });
});
