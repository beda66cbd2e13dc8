import { isAddress } from '@tidemark/core';
import { z } from 'zod';
import { faultSettings } from '../faults/fault-settings.ts';
import { ControlError, type LocalnetControl } from './localnet-control.ts';

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

/** Answers a control request: GET /state; POST /faults, /clock, /step, /accounts; DELETE /accounts/ADDRESS. */
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
  '/faults': (control, body) => void control.setFaults(faultSettings.parse(body)),
  '/clock': (control, body) => control.setClock(clockInput.parse(body)),
  '/step': (control, body) => control.step(stepInput.parse(body).slots),
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
    error: 'GET /control/state; POST /control/faults, clock, step, accounts; DELETE /control/accounts/ADDRESS',
  };
  return { status: 404, body };
}
