import { cpus, loadavg, totalmem } from 'node:os';

/** One measured line of the results: what, how much, and the aim it is held against. */
export interface Figure {
  readonly what: string;
  readonly value: string;
  readonly aim?: string;
  /** Undefined where there is no aim. */
  readonly met?: boolean;
  /** The command fails where this aim is not met. Others depend on the machine. */
  readonly isRequired?: boolean;
}

export interface Section {
  readonly title: string;
  readonly how: string;
  readonly figures: readonly Figure[];
}

/** Where a section comes from, as every recorded number needs it. */
export interface Origin {
  readonly machine: string;
  /** Of its end, as 2026-11-21. */
  readonly date: string;
  readonly command: string;
}

/** The machine and the moment. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const memoryGib = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown CPU'}, ${memoryGib} GiB, Node ${process.version}, ${process.platform}, load ${load} at start`;
}

/** A section as a Markdown table, which is also what is printed. */
export function renderSection(section: Section, { machine, date, command }: Origin): string {
  const rows = section.figures.map(
    ({ what, value, aim, met }) =>
      `| ${what} | ${value} | ${aim ?? ''} | ${met === undefined ? '' : met ? 'met' : '**not met**'} |`,
  );
  return [
    `## ${section.title}`,
    '',
    `Machine: ${machine}. Date: ${date}. Command: \`${command}\`.`,
    '',
    section.how,
    '',
    ...['| | measured | aim | |', '|---|---|---|---|', ...rows, ''],
  ].join('\n');
}
