import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { DAY_MS, floorMs, parseIsoTime } from '@tidemark/core';
import { PROTOCOL_NAMES } from '@tidemark/protocols';
import { parseAddresses } from './run-command.ts';

export interface RebuildArguments {
  /** Widened to whole UTC days. */
  readonly from: Date;
  readonly to: Date;
  /** Empty: all. */
  readonly reserves: readonly string[];
  /** One protocol, or all of them one after the other. */
  readonly protocols: readonly string[];
  /** Processes, with a connection each. */
  readonly workers: number;
}

const MOST_WORKERS = 8;

export const REBUILD_USAGE = `usage: rebuild --from 2026-11-01 --to 2026-11-08 [--reserve ADDRESS[,ADDRESS] …] [--protocol NAME] [--workers N]

Makes observation spans, gaps, hours and days of a stretch of time again from what is stored, through the code of the
rollup job. From and to are days, or times with their zone (2026-11-01T06:00Z), to is exclusive; the stretch is widened to
the UTC days that it touches. N processes work at the same time, with a connection each: if not told otherwise one for each processor of
this machine, at most ${MOST_WORKERS}. Needs DATABASE_URL. May be interrupted and repeated at any time.`;

/** Reads the command line; throws an Error in words for the user. */
export function parseRebuildArguments(args: readonly string[]): RebuildArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      reserve: { type: 'string', multiple: true },
      protocol: { type: 'string' },
      workers: { type: 'string' },
    },
  });
  const from = parseTime('--from', values.from);
  const to = parseTime('--to', values.to);
  if (from >= to) throw new Error('--from must be before --to');
  const firstDay = floorMs(from, DAY_MS);
  const endOfLastDay = Math.ceil(to / DAY_MS) * DAY_MS;
  const protocols = PROTOCOL_NAMES.filter((name) => values.protocol === undefined || values.protocol === name);
  if (protocols.length === 0) throw new Error(`--protocol takes one of ${PROTOCOL_NAMES.join(', ')}`);
  const reserves = [...new Set(parseAddresses('--reserve', (values.reserve ?? []).join(',')))].toSorted();
  return {
    from: new Date(firstDay),
    to: new Date(endOfLastDay),
    reserves,
    protocols,
    workers: parseWorkers(values.workers),
  };
}

function parseWorkers(text: string | undefined): number {
  if (text === undefined) return Math.min(availableParallelism(), MOST_WORKERS);
  const workers = Number(text);
  if (Number.isInteger(workers) && workers >= 1 && workers <= MOST_WORKERS) return workers;
  throw new Error(`--workers takes a number from 1 to ${MOST_WORKERS}, not ${text}`);
}

function parseTime(flag: string, text: string | undefined): number {
  if (text === undefined) throw new Error(`${flag} is missing`);
  const time = parseIsoTime(text);
  if (time !== null) return time;
  throw new Error(`${flag} takes a day (2026-11-01) or a time with its zone (2026-11-01T06:00Z), not ${text}`);
}
