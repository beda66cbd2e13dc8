import type { Figure, Section } from '../lib/report.ts';
import { measureRun, type ProviderResult } from './measure-run.ts';
import { hasProvider, MAINNET_RESERVES } from './provider-node.ts';
import { describeAim, isMet, type ProviderRun, selectRuns } from './provider-runs.ts';

export interface ProviderOptions {
  readonly minutes: number;
  /** Left out: all of the list. */
  readonly profiles?: readonly string[];
}

const SHOWN_OUTCOMES = 4;

/** What the indexer makes of a provider in each of its profiles. Null, and a line that says so, where the provider is absent. */
export async function benchProvider({ minutes, profiles }: ProviderOptions): Promise<Section | null> {
  if (!hasProvider()) {
    process.stdout.write('provider is skipped: ../shared/provider is absent\n');
    return null;
  }
  const figures: Figure[] = [];
  for (const run of selectRuns(profiles)) {
    const figure = await measureFigure(run, minutes);
    figures.push(figure);
    process.stdout.write(`${figure.what}: ${figure.value}\n`);
  }
  return {
    title: 'Providers that limit, delay and fail',
    how: `${MAINNET_RESERVES} reserves behind a node that fails as providers do, ${minutes} min a profile; for each a node, an embedded Postgres that syncs to disk and the built indexer with its defaults. \`A+B\` are two endpoints, in this order; \`good\` is well. Observations of a reserve and minute, of banks of their own: of the reserve with the fewest, and the mean. Calls and bytes are those of both endpoints meanwhile; gaps are all of the run, from its start until each reserve was observed again.`,
    figures,
  };
}

/** A run that fails is a row that says so: the others cost hours. */
async function measureFigure(run: ProviderRun, minutes: number): Promise<Figure> {
  const settings = Object.entries(run.env ?? {}).map(([name, value]) => `, ${name}=${value}`);
  const what = `${run.name}${settings.join('')}${run.fromStart === true ? ', from the start' : ''}`;
  const aim = describeAim(run);
  try {
    const result = await measureRun(run, minutes);
    const met = isMet(run, result);
    return {
      what,
      value: describeResult(result),
      ...(aim === undefined ? {} : { aim }),
      ...(met === undefined ? {} : { met }),
    };
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { what, value: `failed: ${reason}`, ...(aim === undefined ? {} : { aim }), met: false };
  }
}

function describeResult({ least, mean, gaps, outcomes, bytesSent, wellAgainSeconds }: ProviderResult): string {
  const gapsInWords = gaps.map(
    ({ reason, count, longestSeconds }) => `${count} ${reason} ≤ ${longestSeconds.toFixed(0)} s`,
  );
  const byFrequency = Object.entries(outcomes).toSorted(([, a], [, b]) => b - a);
  const calls = byFrequency.reduce((sum, [, count]) => sum + count, 0);
  const most = byFrequency.slice(0, SHOWN_OUTCOMES).map(([outcome, count]) => `${count} ${outcome}`);
  return [
    `least ${least.toFixed(1)}, mean ${mean.toFixed(1)}`,
    gaps.length === 0 ? 'no gap' : `gaps: ${gapsInWords.join(', ')}`,
    `${calls} calls (${most.join(', ')}), ${(bytesSent / 1e6).toFixed(1)} MB`,
    wellAgainSeconds === null ? '**not well again**' : `well again after ${wellAgainSeconds.toFixed(0)} s`,
  ].join('; ');
}
