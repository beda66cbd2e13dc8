import { expect, it } from 'vitest';
import type { FaultName } from '../plan/fault-list.ts';
import { auditCauses } from './audit-causes.ts';
import type { SaidCall } from './sent-log.ts';
import type { StoredBatch } from './stored-facts.ts';

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);

/** At work between the 100th and the 102nd second. */
const failedWith = (errorCode: string): StoredBatch => ({
  ...{ id: 'poll-1', protocol: 'some', kind: 'poll', outcome: 'failed', errorCode, slot: null, observedAt: null },
  ...{ startedAt: at(100), recordedAt: at(102), gapAfterMs: 30_000, missing: 0, quarantined: 0 },
  ...{ requested: null, notObserved: [], refused: [], reserveSet: null, commitSeq: null, snapshotReserves: null },
});
const said = (seconds: number, words: string, method = 'getMultipleAccounts'): SaidCall => ({
  ...{ at: at(seconds), node: 0, id: 'poll-1', method, said: words },
});
const strike = (fault: FaultName) => ({ fault, from: at(90), to: at(110), lingers: false });
const audit = (code: string, calls: readonly SaidCall[], ...strikes: Parameters<typeof auditCauses>[2]) =>
  auditCauses({ batches: [failedWith(code)] }, { calls }, strikes).length;

it.each([
  ['RATE_LIMITED', 'status 429'],
  ['NODE_UNHEALTHY', 'error -39123'],
  ['METHOD_REFUSED', 'status 403'],
  ['HTTP_ERROR', 'status 502'],
  ['REQUEST_TOO_LARGE', 'error -32602'],
])('%s needs a node that said so meanwhile to a call that reads accounts', (code, words) => {
  expect(audit(code, [said(101, words)])).toBe(0);
  expect(audit(code, [])).toBe(1);
  expect(audit(code, [said(101, 'result')])).toBe(1);
  expect(audit(code, [said(101, words, 'getProgramAccounts')])).toBe(1);
  expect(audit(code, [said(60, words)])).toBe(1);
  expect(audit(code, [said(110, words)])).toBe(1);
});

it('a limit is obeyed for a while after it was said', () => {
  expect(audit('RATE_LIMITED', [said(75, 'status 429')])).toBe(0);
});

it('too many keys are said once, and not asked for again', () => {
  expect(audit('REQUEST_TOO_LARGE', [said(80, 'error -32602'), said(101, 'error -32602')])).toBe(1);
  expect(audit('REQUEST_TOO_LARGE', [said(98, 'error -32602'), said(101, 'error -32602')])).toBe(0);
});

it('a clock is refused while it is wrong, and a mistake of the caller never comes', () => {
  expect(audit('CLOCK_IMPLAUSIBLE', [], strike('clockMonthAhead'))).toBe(0);
  expect(audit('CLOCK_IMPLAUSIBLE', [], strike('nullClock'))).toBe(1);
  expect(audit('CLOCK_UNAVAILABLE', [], strike('nullClock'))).toBe(0);
  expect(audit('RPC_FAILED', [said(101, 'error -39123')], strike('unknownCode'))).toBe(1);
});

it('what no node says is left to other rules', () => {
  expect(audit('TIMEOUT', [])).toBe(0);
  expect(audit('57P03', [])).toBe(0);
});
