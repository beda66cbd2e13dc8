import { readdir, readFile } from 'node:fs/promises';

/** Ticks of the kernel's accounts are hundredths of a second on every Linux (USER_HZ). */
const TICK_MS = 10;

/** CPU time that a process has used, its own and the kernel's for it, all threads. Linux only. */
export async function readCpuMs(pid: number): Promise<number> {
  const { ownTicks } = await readStat(pid);
  return ownTicks * TICK_MS;
}

/** The same of a Postgres server: of its first process, of those that it has started, and of those that have ended. */
export async function readServerCpuMs(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map((each) => readStat(each).catch(() => null)));
  const children = stats.filter((stat) => stat?.parent === pid);
  const { ownTicks, endedTicks } = await readStat(pid);
  return children.reduce((sum, stat) => sum + (stat?.ownTicks ?? 0), ownTicks + endedTicks) * TICK_MS;
}

async function readStat(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may hold blanks; utime and stime are fields 14 and 15, of children that have ended 16 and 17, the parent
  // is 4 (proc_pid_stat(5)); the first after the name is 3.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const field = (number: number): number => fields[number - 3] ?? 0;
  return { parent: field(4), ownTicks: field(14) + field(15), endedTicks: field(16) + field(17) };
}
