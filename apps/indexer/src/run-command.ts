import { isAddress } from '@tidemark/core';

const EXIT_USAGE = 64;

export interface Command<Arguments> {
  readonly name: string;
  readonly usage: string;
  /** Throws an Error in words for the user. */
  readonly parse: (args: readonly string[]) => Arguments;
  /** Resolves with the exit code; the message of what it throws is printed, exit code 1. */
  readonly run: (args: Arguments) => Promise<number>;
}

/** The course of a program for the command line: help, arguments that are refused with the usage (exit code 64), work. */
export async function runCommand<Arguments>({ name, usage, parse, run }: Command<Arguments>): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  let parsed: Arguments;
  try {
    parsed = parse(args);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n\n${usage}\n`);
    process.exitCode = EXIT_USAGE;
    return;
  }
  try {
    process.exitCode = await run(parsed);
  } catch (error) {
    process.stderr.write(`${name}: ${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The addresses of a flag. Throws an Error in words for the user where one is none. */
export function parseAddresses(flag: string, text: string): string[] {
  const addresses = splitList(text);
  const foreign = addresses.filter((address) => !isAddress(address));
  if (foreign.length > 0) throw new Error(`${flag} takes base58 addresses, not ${foreign.join(', ')}`);
  return addresses;
}

export function splitList(text = ''): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
