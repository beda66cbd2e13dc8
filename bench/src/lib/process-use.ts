import { readFile } from 'node:fs/promises';

/** Ticks of the kernel's accounts are hundredths of a second on every Linux (USER_HZ). */
const TICK_MS = 10;

/** CPU time that a process has used, its own and the kernel's for it, all threads. Linux only. */
export async function readCpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may hold blanks; utime and stime are fields 14 and 15 (proc_pid_stat(5)), the first after it is 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
