import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { HOUR_MS } from '@tidemark/core';
import { waitFor } from '@tidemark/testing';
import { expect, it } from 'vitest';
import { createWallClock } from './wall-clock.ts';

/** Tells the time in each of the ways in which a program asks for it. */
const PROGRAM = `setInterval(() => {
  const date = new Date();
  const facts = { now: Date.now(), date: date.getTime(), text: Date.parse(Date()), isDate: date instanceof Date && date.constructor === Date,
    fixed: new Date(5).getTime(), monotonic: performance.now(), epoch: performance.timeOrigin };
  console.log(JSON.stringify(facts));
}, 20)`;

it('sets the wall clock of a process ahead and back while its timers keep running', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-clock-'));
  const clock = await createWallClock(join(dir, 'clock'));
  const child = spawn(process.execPath, ['-e', PROGRAM], { env: { ...process.env, ...clock.env }, stdio: 'pipe' });
  let facts: Record<string, number | boolean> = {};
  createInterface({ input: child.stdout }).on('line', (line) => {
    facts = JSON.parse(line);
  });
  const offMs = (name: string): number => Number(facts[name]) - (Number(facts['epoch']) + Number(facts['monotonic']));
  const isOffBy = (milliseconds: number): boolean =>
    ['now', 'date', 'text'].every((name) => Math.abs(offMs(name) - milliseconds) < HOUR_MS / 4);
  try {
    await waitFor(() => isOffBy(0) && facts['isDate'] === true, { description: 'the right time' });
    await clock.shift(HOUR_MS);
    await waitFor(() => isOffBy(HOUR_MS), { description: 'an hour ahead' });
    await waitFor(async () => (await clock.askedWhileOff()) > 0, { description: 'the count of wrong answers' });
    await clock.shift(-2 * HOUR_MS);
    await waitFor(() => isOffBy(-2 * HOUR_MS), { description: 'two hours back' });
    expect(facts).toMatchObject({ fixed: 5, isDate: true });
    await clock.shift(0);
    await waitFor(() => isOffBy(0), { description: 'the right time again' });
  } finally {
    child.kill('SIGKILL');
    await rm(dir, { recursive: true, force: true });
  }
});
