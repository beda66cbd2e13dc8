import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { accountCases, type Source, SOURCES } from './accounts/cases.ts';
import { compareMarket } from './compare-market.ts';
import { compareReserve } from './compare-reserve.ts';
import { createLedger } from './report/ledger.ts';
import { isGreen, renderFailures, renderReport } from './report/render.ts';
import { SDK_DIGITS, SDK_VERSION } from './sdk.ts';

const DEFAULT_CASES = 4_000;
const DEFAULT_SEED = 20_240_601;
/** A run this long meets every known difference. */
const EVERY_ROW_FROM = 2_000;
/** What the tolerances are derived for. */
const EXPECTED_VERSION = '8.0.2';
const EXPECTED_DIGITS = 20;

const HELP = `npm run conformance -- [--cases n] [--seed n] [--only source]

  --cases  how many accounts beside the real ones (${DEFAULT_CASES})
  --seed   which ones (${DEFAULT_SEED}); printed by every run
  --only   one source of accounts: ${SOURCES.join(', ')}
`;

function main(): void {
  const { values } = parseArgs({
    options: {
      cases: { type: 'string', default: String(DEFAULT_CASES) },
      seed: { type: 'string', default: String(DEFAULT_SEED) },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const [cases, seed] = [wholeNumber(values.cases), wholeNumber(values.seed)];
  if (SDK_VERSION !== EXPECTED_VERSION || SDK_DIGITS !== EXPECTED_DIGITS) {
    throw new Error(`the tolerances are for klend-sdk ${EXPECTED_VERSION} with ${EXPECTED_DIGITS} digits`);
  }
  const only = values.only === undefined ? SOURCES : SOURCES.filter((source) => source === values.only);
  if (only.length === 0) throw new RangeError(HELP);
  process.exitCode = run(cases, seed, only) ? 0 : 1;
}

function run(count: number, seed: number, sources: readonly Source[]): boolean {
  const startedAt = performance.now();
  const ledger = createLedger();
  const counts = new Map<string, number>();
  for (const account of accountCases(seed, count)) {
    if (!sources.includes(account.source)) continue;
    const kind = `${account.source} ${account.kind}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (account.kind === 'reserve') compareReserve(ledger, account);
    else compareMarket(ledger, account);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const needEveryRow = count >= EVERY_ROW_FROM && sources.length === SOURCES.length;
  const total = [...counts].map(([kind, number]) => `${number} ${kind}`).join(', ');
  process.stdout.write(
    `packages/protocols against @kamino-finance/klend-sdk ${SDK_VERSION}. Seed ${seed}, ${count} cases: ${total}; ` +
      `${seconds.toFixed(1)} s on ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, Node ${process.version}.\n\n`,
  );
  process.stdout.write(renderReport(ledger, needEveryRow));
  const green = isGreen(ledger, needEveryRow);
  process.stdout.write(green ? '\nNo unexplained difference.\n' : `\n${renderFailures(ledger)}\nNOT GREEN.\n`);
  return green;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`not a whole number: ${text}`);
}

main();
