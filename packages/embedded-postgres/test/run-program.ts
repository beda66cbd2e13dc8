import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** Starts one of the programs beside this file as a real child process, from its source. */
export function spawnProgram(name: string, args: readonly string[], env: Record<string, string>) {
  const file = fileURLToPath(new URL(`./programs/${name}`, import.meta.url));
  return spawn(process.execPath, ['--conditions=@tidemark/source', '--import', tsx, file, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
