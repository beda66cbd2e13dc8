import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedDir } from '@tidemark/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nearestDouble, ratioOf } from '../nearest-double.ts';
import { naiveSave } from './naive-save.ts';

const PROGRAM = 'So1endDq2YkqhipRh3WViPa8hdiSpxWy6z3Z6tMCpAo';
const dir = join(sharedDir() ?? '', 'save');
const isThere = sharedDir() !== null && existsSync(join(dir, 'golden'));

const stateSchema = z.object({ totalSupplyWads: z.string(), borrowRateWad: z.string() });
const refreshedSchema = stateSchema.extend({
  ...{ lastUpdateSlot: z.string(), availableAmount: z.string(), borrowedAmountWads: z.string() },
  ...{ cumulativeBorrowRateWads: z.string(), accumulatedProtocolFeesWads: z.string() },
});
const caseSchema = z.object({
  ...{ file: z.string().optional(), name: z.string().optional(), slots: z.string(), ok: z.boolean() },
  ...{ patch: z.array(z.tuple([z.number(), z.string()])).default([]), after: refreshedSchema.optional() },
});

/** Executions of the program's binary; those of `edge.json` begin with the newest dump, some bytes of it replaced. */
function readCases(file: string) {
  const { cases } = z
    .object({ cases: z.array(caseSchema) })
    .parse(JSON.parse(readFileSync(join(dir, 'golden', file), 'utf8')));
  return cases.map((item) => ({ ...item, title: item.name ?? item.file ?? '' }));
}

function readAccount(file: string, patch: readonly (readonly [number, string])[]) {
  const data = new Uint8Array(readFileSync(join(dir, 'accounts', file)));
  for (const [offset, hex] of patch) data.set(Buffer.from(hex, 'hex'), offset);
  return { address: file.split('@')[0] ?? file, owner: PROGRAM, data };
}

const NEWEST = 'BgxfHJDzm44T7XG68MYKx7YisTjZu73tVovyZSjJMpmw@453613244.bin';

describe.skipIf(!isThere)('the naive reserve after a refresh', () => {
  const cases = isThere ? [...readCases('onchain.json'), ...readCases('edge.json')].filter(({ ok }) => ok) : [];

  it.each(cases)('is that of the program: $title +$slots slots', ({ file = NEWEST, patch, slots, after }) => {
    const account = readAccount(file, patch);
    expect(naiveSave.isReserve(account)).toBe(true);
    const reserve = naiveSave.readReserve(account, () => null);
    const slot = reserve.writtenSlot + Number(slots);
    const state = reserve.accrue({ slot, unixTime: 0 }, 400);
    expect({
      lastUpdateSlot: String(slot),
      availableAmount: String(state.available),
      borrowedAmountWads: String(state.borrowed),
      cumulativeBorrowRateWads: String(state.borrowIndex),
      accumulatedProtocolFeesWads: String(state.owed),
      totalSupplyWads: String(state.supplied),
      borrowRateWad: String(state.borrowRate),
    }).toEqual(after);
  });
});

describe('the nearest double', () => {
  it.each([
    [1n, 3n, 1 / 3],
    [0n, 7n, 0],
    [2n ** 53n + 1n, 1n, 2 ** 53],
    [(2n ** 53n + 1n) * 10n ** 90n + 1n, 10n ** 90n, 2 ** 53 + 2],
    [1n, 2n ** 1074n, Number.MIN_VALUE],
  ])('of %s / %s', (numerator, denominator, expected) => {
    expect(nearestDouble(numerator, denominator)).toBe(expected);
  });

  it.each([400, 0.1, 412.3456789, 2 ** -30])('%s is a quotient, exactly', (value) => {
    const { numerator, denominator } = ratioOf(value);
    expect(Number(numerator) / Number(denominator)).toBe(value);
    expect(nearestDouble(numerator, denominator)).toBe(value);
  });
});
