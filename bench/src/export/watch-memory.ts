import { readFile } from 'node:fs/promises';

export interface MemoryUse {
  /** The most that the process ever held, by the kernel's account (VmHWM). */
  readonly peakMib: number;
  /** What it held every quarter of a second (VmRSS). */
  readonly samplesMib: readonly number[];
}

const SAMPLE_MS = 250;

/** Samples the resident memory of a process until `stop`. Linux only. */
export function watchMemory(pid: number): { stop(): Promise<MemoryUse> } {
  const samplesMib: number[] = [];
  const timer = setInterval(() => {
    readMib(pid, 'VmRSS').then(
      (mib) => void samplesMib.push(mib),
      () => clearInterval(timer),
    );
  }, SAMPLE_MS);
  return {
    async stop() {
      clearInterval(timer);
      return { peakMib: await readMib(pid, 'VmHWM'), samplesMib };
    },
  };
}

export async function readMib(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kib = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  if (kib === undefined) throw new Error(`/proc/${pid}/status has no ${field}`);
  return Number(kib) / 1024;
}
