import { CLOCK_SYSVAR_ADDRESS, isAddress } from '@tidemark/core';
import { z } from 'zod';
import { type ChainAccount, toChainAccount } from '../chain/chain-account.ts';
import type { Chain } from '../chain/chain.ts';
import type { FaultEngine } from '../faults/fault-engine.ts';
import { type FaultInput, faultSettings } from '../faults/fault-settings.ts';
import { inferOwner } from '../files/account-file.ts';
import type { SubscriptionHub } from '../subscriptions/subscription-hub.ts';
import type { TruthLog } from '../truth/logs.ts';

/** Thrown where the chain cannot do what was requested; the message may be shown to the caller. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
}

/** Where to set a frozen clock; what is left out stays. */
export interface ClockSetting {
  readonly slot?: number | undefined;
  /** Unix seconds. */
  readonly unixTime?: number | undefined;
}

/** An account to write; owner and lamports are inferred where left out. */
export interface AccountWrite {
  readonly address: string;
  readonly data: Uint8Array;
  readonly owner?: string | undefined;
  readonly lamports?: bigint | undefined;
}

/** What the control works on. */
export interface LocalnetControlOptions {
  readonly chain: Chain;
  readonly faults: FaultEngine;
  readonly hub: SubscriptionHub;
  readonly truth: TruthLog | null;
}

/** Everything that a test may do to a running localnet. */
export class LocalnetControl {
  readonly #options: LocalnetControlOptions;

  constructor(options: LocalnetControlOptions) {
    this.#options = options;
  }

  state() {
    const { chain, faults, hub } = this.#options;
    const slot = chain.advance();
    return {
      genesisHash: chain.genesisHash,
      slot,
      unixTime: chain.clock.unixTimeAt(slot),
      frozen: chain.clock.frozen,
      subscriptions: hub.size,
      faults: faults.settings,
      faultCounts: faults.counts,
    };
  }

  /** Replaces all faults; `{}` turns them off. Throws a ZodError for a wrong setting. */
  setFaults(input: FaultInput): void {
    this.#options.faults.set(faultSettings.parse(input), this.#options.chain.advance());
  }

  /** Sets a frozen clock, forwards or back; accounts stay. Throws `ControlError` where the clock moves by itself. */
  setClock(setting: ClockSetting): void {
    this.#expectFrozen();
    const { clock, reachedSlot } = this.#options.chain;
    const slot = setting.slot ?? reachedSlot;
    const unixTime = setting.unixTime ?? clock.unixTimeAt(reachedSlot);
    this.#options.chain.setClock(slot, unixTime * 1_000);
    this.#options.hub.rebase();
    this.#options.truth?.writeChain({ event: 'clock set', slot, unixTime });
  }

  /** Moves a frozen clock forward slot by slot, with everything that happens in between. */
  step(slots: number): void {
    this.#expectFrozen();
    this.#options.chain.step(slots);
    this.#options.hub.tick();
  }

  /** Slots after the newest one of a frozen clock take so many milliseconds of the chain. */
  changePace(reportedSlotMs: number): void {
    this.#expectFrozen();
    const { chain, truth } = this.#options;
    const slot = chain.advance();
    chain.clock.changePace(reportedSlotMs);
    truth?.writeChain({ event: 'pace changed', slot, reportedSlotMs });
  }

  /** Writes an account at the newest slot. Throws `ControlError` for the Clock. */
  putAccount(write: AccountWrite): void {
    const { address, data } = write;
    this.#expectNotClock(address);
    const account = toChainAccount({ address, owner: write.owner ?? inferOwner(data), data }, write.lamports);
    this.#options.chain.advance();
    this.#options.chain.putAccount(account);
    this.#record('control', address, account);
  }

  /** Deletes an account at the newest slot. Throws `ControlError` for the Clock. */
  deleteAccount(address: string): void {
    this.#expectNotClock(address);
    this.#options.chain.advance();
    this.#options.chain.deleteAccount(address);
    this.#record('delete', address, null);
  }

  #record(kind: string, address: string, account: ChainAccount | null): void {
    const at = this.#options.chain.reachedSlot;
    this.#options.truth?.writeAccount({
      kind,
      slot: at,
      unixTime: this.#options.chain.clock.unixTimeAt(at),
      address,
      account,
    });
    this.#options.hub.tick();
  }

  #expectFrozen(): void {
    if (!this.#options.chain.clock.frozen)
      throw new ControlError('the clock moves by itself; start with LOCALNET_SLOT_MS=0');
  }

  #expectNotClock(address: string): void {
    if (address === CLOCK_SYSVAR_ADDRESS) throw new ControlError('the Clock sysvar follows the clock');
  }
}

/** A request to the control endpoint. */
export interface ControlRequest {
  readonly method: string;
  /** Path behind `/control`. */
  readonly path: string;
  readonly body: string;
}

/** Its answer; the body is JSON. */
export interface ControlResponse {
  readonly status: number;
  readonly body: unknown;
}

const whole = z.number().int().nonnegative();
const address = z.string().refine(isAddress, 'is not an address');

const clockInput = z.strictObject({ slot: whole.optional(), unixTime: whole.optional() });
const paceInput = z.strictObject({ reportedSlotMs: z.number().min(1).max(60_000) });
const stepInput = z.strictObject({ slots: whole.max(10_000_000) });
const accountInput = z.strictObject({
  address,
  dataBase64: z.base64(),
  owner: address.optional(),
  lamports: z
    .union([whole, z.string().regex(/^\d+$/)])
    .transform(BigInt)
    .optional(),
});

const ACCOUNT_PATH = /^\/accounts\/(?<address>[^/]+)$/;

/** Answers a control request: GET /state; POST /faults, /clock, /step, /pace, /accounts; DELETE /accounts/ADDRESS. */
export function answerControl(control: LocalnetControl, request: ControlRequest): ControlResponse {
  try {
    return route(control, request);
  } catch (error) {
    if (error instanceof ControlError) return { status: 409, body: { error: error.message } };
    if (error instanceof z.ZodError) return { status: 400, body: { error: z.prettifyError(error) } };
    if (error instanceof SyntaxError) return { status: 400, body: { error: 'the body is not JSON' } };
    throw error;
  }
}

function route(control: LocalnetControl, request: ControlRequest): ControlResponse {
  const { method, path } = request;
  if (method === 'GET' && path === '/state') return { status: 200, body: control.state() };
  if (method === 'POST') {
    const change = CHANGES[path];
    if (change === undefined) return notFound();
    change(control, parseBody(request.body));
    return { status: 200, body: control.state() };
  }
  const target = ACCOUNT_PATH.exec(path)?.groups?.['address'];
  if (method !== 'DELETE' || target === undefined) return notFound();
  control.deleteAccount(address.parse(target));
  return { status: 200, body: control.state() };
}

const CHANGES: Readonly<Record<string, (control: LocalnetControl, body: unknown) => void>> = {
  '/faults': (control, body) => control.setFaults(faultSettings.parse(body)),
  '/clock': (control, body) => control.setClock(clockInput.parse(body)),
  '/step': (control, body) => control.step(stepInput.parse(body).slots),
  '/pace': (control, body) => control.changePace(paceInput.parse(body).reportedSlotMs),
  '/accounts': (control, body) => {
    const { dataBase64, ...write } = accountInput.parse(body);
    control.putAccount({ ...write, data: new Uint8Array(Buffer.from(dataBase64, 'base64')) });
  },
};

function parseBody(text: string): unknown {
  return JSON.parse(text === '' ? '{}' : text);
}

function notFound(): ControlResponse {
  const body = {
    error: 'GET /control/state; POST /control/faults, clock, step, pace, accounts; DELETE /control/accounts/ADDRESS',
  };
  return { status: 404, body };
}
