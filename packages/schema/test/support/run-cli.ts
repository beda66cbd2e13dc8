import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { programArguments } from '@tidemark/testing';

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of this package in a process of its own with nothing but the given environment. */
export async function runCli(
  file: 'migrate-cli.ts' | 'keys-cli.ts' | 'readers-cli.ts' | 'future-cli.ts',
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CliResult> {
  const child = spawn(process.execPath, [...programArguments(`packages/schema/src/${file}`), ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode ?? -1, stdout, stderr };
}
