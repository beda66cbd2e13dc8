import { isDeepStrictEqual } from 'node:util';
import { isLendingError } from '../../../packages/core/src/index.ts';
import { createRandom } from '../../../packages/protocols/src/common/test/random.ts';
import { NO_COMPANIONS } from '../../../packages/protocols/src/protocol.ts';
import { save } from '../../../packages/protocols/src/save/adapter.ts';
import { decodeReserve, type Reserve, SAVE_PROGRAM_ADDRESS } from '../../../packages/protocols/src/save/index.ts';
import { asSdk, withoutDifferences } from '../../../packages/protocols/src/save/test/support/as-sdk.ts';
import { randomReserve, realReserves } from './accounts.ts';
import { decodeWithSdk, plainOf, ratesWithSdk, SDK_VERSION, type SdkReserve } from './sdk.ts';

const CASES = 4_000;
const SEED = 20_240_601;
const ADDRESS = 'BgxfHJDzm44T7XG68MYKx7YisTjZu73tVovyZSjJMpmw';
const WAD = 10n ** 18n;
/** The program's own year, which is the SDK's default, too. */
const UNSCALED_MS = 500;
/** A rate cannot rise by so much within 10^-18 of the utilization but by a jump. */
const JUMP = 1e-6;
const EXAMPLES = 5;

/** Cases and failures of each statement. */
const rows = new Map<string, { cases: number; worstShare: number; failures: string[] }>();

function record(row: string, share: number, where: string, detail: () => string): void {
  const tally = rows.get(row) ?? { cases: 0, worstShare: 0, failures: [] };
  rows.set(row, tally);
  tally.cases += 1;
  tally.worstShare = Math.max(tally.worstShare, share);
  if (!(share <= 1)) tally.failures.push(`${row}, ${where}: ${detail()}`);
}

function compareReserve(where: string, data: Uint8Array): void {
  const ours = decodeReserve({ address: ADDRESS, owner: SAVE_PROGRAM_ADDRESS, data });
  const theirs = decodeWithSdk(ADDRESS, data);
  const [expected, found] = [withoutDifferences(plainOf(theirs)), asSdk(ours)];
  record('every field', isDeepStrictEqual(found, expected) ? 0 : 2, where, () => differencesOf(found, expected, ''));
  compareRates(where, ours, theirs);
}

/** The leaves that differ, by their paths. */
function differencesOf(ours: unknown, theirs: unknown, path: string): string {
  if (typeof ours !== 'object' || ours === null || typeof theirs !== 'object' || theirs === null) {
    return ours === theirs ? '' : `${path} is ${String(ours)}, SDK ${String(theirs)}; `;
  }
  const [mine, other] = [new Map(Object.entries(ours)), new Map(Object.entries(theirs))];
  return [...new Set([...mine.keys(), ...other.keys()])]
    .map((name) => differencesOf(mine.get(name), other.get(name), `${path}.${name}`))
    .join('');
}

/** As of the last refresh: the SDK never accrues. */
function compareRates(where: string, reserve: Reserve, theirs: SdkReserve): void {
  const state = save.state(reserve, NO_COMPANIONS, save.arithmetics[0]);
  const terms = save.terms(save.config(reserve), null, reserve.liquidity.mintDecimals);
  const sdk = ratesWithSdk(theirs);
  const { available, borrowed } = state;
  if (borrowed === 0n && available === 0n) {
    record(
      'empty: NaN there, the least rate here',
      Number.isNaN(sdk.borrowApr) ? 0 : 2,
      where,
      () => `${sdk.borrowApr}`,
    );
    return;
  }
  try {
    const used = save.curveUtilization(state);
    const here = save.ratesAt(terms, used, UNSCALED_MS);
    // Where a piece has no length the rate jumps: less than 10^-18 above the knot the SDK is behind the jump, and the program is not.
    const behind = save.ratesAt(terms, used < WAD ? used + 1n : WAD, UNSCALED_MS);
    const isAtJump =
      Math.abs(behind.borrowAprF - here.borrowAprF) > JUMP && Math.abs(here.borrowAprF - sdk.borrowApr) > JUMP;
    if (isAtJump) record('less than 10^-18 above a jump of the curve', 0, where, () => '');
    const ours = isAtJump ? behind : here;
    const tolerance = toleranceOf(reserve, used);
    const near = (row: string, value: number, other: number, most: number): void =>
      record(row, Math.abs(value - other) / most, where, () => `${value}, SDK ${other}, at most ${most} apart`);
    near('borrow APR', ours.borrowAprF, sdk.borrowApr, tolerance + 4e-16 * ours.borrowAprF);
    near('supply APR', ours.supplyAprF, sdk.supplyApr, tolerance + 2e-18 * ours.borrowAprF + 4e-16 * ours.supplyAprF);
    near('borrow APY', ours.borrowApyF, sdk.borrowApy, (1.5e-8 + tolerance) * (1 + ours.borrowApyF));
    near('supply APY', ours.supplyApyF, sdk.supplyApy, (1.5e-8 + tolerance) * (1 + ours.supplyApyF));
  } catch (error) {
    if (!isLendingError(error)) throw error;
    record(
      `refused here, as by the program: ${error.code}`,
      isRefusal(reserve, error.code) ? 0 : 2,
      where,
      () => error.message,
    );
  }
}

/** The program cuts the utilization and the place on its piece off at 10^-18, the SDK at 10^-20; both times the rise of the piece. */
function toleranceOf({ config }: Reserve, used: bigint): number {
  const pieces = [
    { to: config.optimalUtilizationPct, rise: config.optimalBorrowRatePct - config.minBorrowRatePct },
    { to: config.maxUtilizationPct, rise: config.maxBorrowRatePct - config.optimalBorrowRatePct },
    { to: 100, rise: Number(config.superMaxBorrowRatePct) - config.maxBorrowRatePct },
  ];
  const place = pieces.findIndex(({ to }) => used <= (BigInt(to) * WAD) / 100n);
  const piece = pieces[place];
  const width = ((piece?.to ?? 100) - (pieces[place - 1]?.to ?? 0)) / 100;
  return (((piece?.rise ?? 0) / 100) * 2e-18) / Math.max(width, 0.01) + 4e-18;
}

/** What the SDK calculates all the same, the program refuses: rates that fall, fees above all, products beyond its types. */
function isRefusal({ config, liquidity }: Reserve, code: string): boolean {
  const { minBorrowRatePct: min, optimalBorrowRatePct: optimal, maxBorrowRatePct: max } = config;
  if (code === 'INVALID_CURVE') return min > optimal || optimal > max || BigInt(max) > config.superMaxBorrowRatePct;
  const held = liquidity.availableAmountRaw * WAD + liquidity.borrowedAmountWads;
  if (code === 'NEGATIVE_SUPPLY') return liquidity.accumulatedProtocolFeesWads > held;
  const isBeyond = liquidity.borrowedAmountWads * WAD >= 1n << 128n || config.superMaxBorrowRatePct > 1n << 30n;
  return code === 'RATE_OUT_OF_RANGE' || (code === 'ARITHMETIC_OVERFLOW' && isBeyond);
}

function main(): boolean {
  const real = realReserves();
  for (const { name, data } of real) compareReserve(name, data);
  const random = createRandom(SEED);
  for (let index = 0; index < CASES; index += 1) compareReserve(`case ${index} of seed ${SEED}`, randomReserve(random));
  const lines = [...rows].map(
    ([row, { cases, worstShare, failures }]) =>
      `| ${row} | ${cases} | ${worstShare.toPrecision(3)} | ${failures.length === 0 ? 'ok' : `**${failures.length}**`} |`,
  );
  process.stdout.write(
    `packages/protocols against @solendprotocol/solend-sdk ${SDK_VERSION}. Seed ${SEED}, ${CASES} random reserves, ${real.length} real.\n\n` +
      `| what | cases | worst share of the tolerance | verdict |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`,
  );
  const failures = [...rows.values()].flatMap((row) => row.failures);
  process.stdout.write(
    failures
      .slice(0, EXAMPLES)
      .map((text) => `${text}\n`)
      .join(''),
  );
  return failures.length === 0;
}

process.exitCode = main() ? 0 : 1;
