import { parseArgs } from 'node:util';
import { type EnvSource, envFields, parseEnv } from '@tidemark/runtime';
import { z } from 'zod';
import { type FaultInput, faultSettings } from '../faults/fault-settings.ts';
import type { LocalnetOptions } from './localnet-options.ts';

/** The text of `--help`. */
export const HELP = `tidemark localnet: a Solana JSON-RPC and WebSocket server over account files or a built-in scenario

  --accounts DIR           account files (ADDRESS.bin, ADDRESS@label.bin, JSON of \`solana account\`); else the scenario
  --seed TEXT              makes runs repeat (default 1)
  --reserves N             reserves of the scenario at least: copies are added to the registry's (default 0, most 5000)
  --slot N                 first slot
  --unix-time SECONDS      first time of the clock (default: now)
  --slot-ms MS             real milliseconds per slot (default 300); 0 freezes the clock
  --reported-slot-ms MS    chain milliseconds per slot (default: --slot-ms, or 300 when frozen)
  --port N                 RPC port (default 8899, 0 = any); WebSockets are on the next port, and on this one
  --host ADDRESS           address to listen on (default 127.0.0.1)
  --state-dir DIR          keeps the chain over restarts
  --activity walk|none     whether users and oracles act as slots pass (default walk)
  --accrual-variant NAME   since-1.17 (default) or before-1.17
  --truth-file FILE        appends every state that the chain goes through
  --answer-file FILE       appends which accounts were sent to whom, once all of an answer was sent
  --control                answers /control on the RPC port, to this machine only
  --faults JSON            faults to show from the start
  --help

Every flag has a variable of the same name: --slot-ms is LOCALNET_SLOT_MS. Flags win.
`;

const slotMs = (min: number) => envFields.number({ min, max: 60_000 });

const environment = z.object({
  LOCALNET_ACCOUNTS: envFields.text('a folder of account files').optional(),
  LOCALNET_SEED: envFields.text().optional(),
  LOCALNET_RESERVES: envFields.integer({ min: 0, max: 5_000 }).optional(),
  LOCALNET_SLOT: envFields.integer({ min: 1 }).optional(),
  LOCALNET_UNIX_TIME: envFields.integer({ min: 0, max: 0xffff_ffff }).optional(),
  LOCALNET_SLOT_MS: slotMs(0).optional(),
  LOCALNET_REPORTED_SLOT_MS: slotMs(1).optional(),
  LOCALNET_PORT: envFields.port().optional(),
  LOCALNET_HOST: envFields.text('an address to listen on').optional(),
  LOCALNET_STATE_DIR: envFields.text('a folder').optional(),
  LOCALNET_ACTIVITY: envFields.oneOf(['walk', 'none']).optional(),
  LOCALNET_ACCRUAL_VARIANT: envFields.oneOf(['since-1.17', 'before-1.17']).optional(),
  LOCALNET_TRUTH_FILE: envFields.text('a file').optional(),
  LOCALNET_ANSWER_FILE: envFields.text('a file').optional(),
  LOCALNET_TRUTH_DATA: envFields.boolean().optional(),
  LOCALNET_CONTROL: envFields.boolean().optional(),
  LOCALNET_FAULTS: z.string().transform(parseFaults).describe('JSON of the faults, see the README').optional(),
  LOG_LEVEL: envFields.logLevel().default('info'),
});

/** What the command line and the environment say. */
export interface ReadSettings {
  readonly options: LocalnetOptions;
  readonly logLevel: string;
}

/** true where the arguments ask for help. Throws a TypeError for an unknown flag. */
export function asksForHelp(args: readonly string[]): boolean {
  return readFlags(args)['help'] === true;
}

/** Reads flags and environment. Throws a TypeError for an unknown flag and one `EnvError` that lists every problem. */
export function readSettings(args: readonly string[], env: EnvSource): ReadSettings {
  const flags = readFlags(args);
  const given: Record<string, string | undefined> = { ...env };
  for (const [flag, value] of Object.entries(flags)) if (value !== undefined) given[variableOf(flag)] = String(value);
  const values = parseEnv(environment, given);
  return {
    logLevel: values.LOG_LEVEL,
    options: {
      accountsDir: values.LOCALNET_ACCOUNTS,
      seed: values.LOCALNET_SEED,
      reserves: values.LOCALNET_RESERVES,
      slot: values.LOCALNET_SLOT,
      unixTimeSeconds: values.LOCALNET_UNIX_TIME,
      slotMs: values.LOCALNET_SLOT_MS,
      reportedSlotMs: values.LOCALNET_REPORTED_SLOT_MS,
      port: values.LOCALNET_PORT,
      host: values.LOCALNET_HOST,
      stateDir: values.LOCALNET_STATE_DIR,
      activity: values.LOCALNET_ACTIVITY,
      accrualVariant: values.LOCALNET_ACCRUAL_VARIANT,
      truthFile: values.LOCALNET_TRUTH_FILE,
      truthData: values.LOCALNET_TRUTH_DATA,
      answerFile: values.LOCALNET_ANSWER_FILE,
      control: values.LOCALNET_CONTROL,
      faults: values.LOCALNET_FAULTS,
    },
  };
}

const PREFIX = 'LOCALNET_';

/** A flag wins over its variable. */
function variableOf(flag: string): string {
  return `${PREFIX}${flag.toUpperCase().replaceAll('-', '_')}`;
}

function readFlags(args: readonly string[]): Record<string, string | boolean | undefined> {
  const flags = Object.keys(environment.shape)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length).toLowerCase().replaceAll('_', '-'));
  const texts = Object.fromEntries(flags.map((flag) => [flag, { type: 'string' } as const]));
  const options = { ...texts, control: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  return parseArgs({ args: [...args], options, allowPositionals: false }).values;
}

function parseFaults(text: string, context: z.core.$RefinementCtx<string>): FaultInput {
  try {
    return faultSettings.parse(JSON.parse(text));
  } catch (error) {
    const message = error instanceof z.ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : 'not JSON';
    context.issues.push({ code: 'custom', message, input: text });
    return z.NEVER;
  }
}
