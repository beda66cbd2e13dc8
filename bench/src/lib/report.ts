import { cpus, loadavg, totalmem } from 'node:os';

/** One measured line of the results: what, how much, and the aim it is held against. */
export interface Figure {
  readonly what: string;
  readonly value: string;
  readonly aim?: string;
  /** Undefined where there is no aim. */
  readonly met?: boolean;
}

export interface Section {
  readonly title: string;
  readonly how: string;
  readonly figures: readonly Figure[];
}

/** The machine and the moment, as every recorded number needs them. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const memoryGib = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown CPU'}, ${memoryGib} GiB, Node ${process.version}, ${process.platform}, load ${load} at start`;
}

/** A section as a Markdown table, which is also what is printed. */
export function renderSection(section: Section): string {
  const rows = section.figures.map(
    ({ what, value, aim, met }) =>
      `| ${what} | ${value} | ${aim ?? ''} | ${met === undefined ? '' : met ? 'met' : '**not met**'} |`,
  );
  return [`## ${section.title}`, '', section.how, '', '| | measured | aim | |', '|---|---|---|---|', ...rows, ''].join(
    '\n',
  );
}
