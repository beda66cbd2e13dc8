import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/**
 * A text that names one run of one process: it changes when the system gives the same id to another process later.
 * Null when no process has the id, or it ended and only waits to be collected.
 */
export async function processIdentity(pid: number): Promise<string | null> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  return process.platform === 'linux' ? await linuxIdentity(pid) : await psIdentity(pid);
}

/** /proc/PID/stat: the state is the first field after the name's closing bracket, the start time the twentieth. */
async function linuxIdentity(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  return state === 'Z' || state === 'X' || startTicks === undefined ? null : `${pid}@${startTicks}`;
}

async function psIdentity(pid: number): Promise<string | null> {
  const result = await execFileAsync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)]).catch(() => null);
  const line = result?.stdout.trim() ?? '';
  return line === '' || line.startsWith('Z') ? null : `${pid}@${line.slice(line.indexOf(' ') + 1).trim()}`;
}
