import { readFile, writeFile } from 'node:fs/promises';

export interface MemoryUse {
  /** The most that the process held meanwhile, by the kernel's account (VmHWM). */
  readonly peakMib: number;
  /** What it held every quarter of a second (VmRSS). */
  readonly samplesMib: readonly number[];
}

const SAMPLE_MS = 250;

/** Watches the resident memory of a process until `stop`. Linux only. */
export async function watchMemory(pid: number): Promise<{ stop(): Promise<MemoryUse> }> {
  // 5 sets the peak back to what is held now (proc_pid_clear_refs(5)).
  await writeFile(`/proc/${pid}/clear_refs`, '5');
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
