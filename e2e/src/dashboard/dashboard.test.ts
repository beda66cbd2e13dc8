import { stopAllProcesses } from '@tidemark/testing';
import { afterAll, beforeAll, describe } from 'vitest';
import { findChromium } from '@tidemark/testing';
import { accessible } from './suites/accessible.ts';
import { depth } from './suites/depth.ts';
import { key } from './suites/key.ts';
import { keyboard } from './suites/keyboard.ts';
import { living } from './suites/living.ts';
import { numbers } from './suites/numbers.ts';
import { past } from './suites/past.ts';
import { sharing } from './suites/sharing.ts';
import { steady } from './suites/steady.ts';
import { strangers } from './suites/strangers.ts';
import { startWorld, type World } from './world.ts';

const chromium = findChromium();

describe.skipIf(chromium === undefined)('the dashboard in a browser:', () => {
  let world: World | undefined;
  beforeAll(async () => {
    world = await startWorld(chromium ?? '');
  });
  afterAll(async () => {
    await world?.stop();
    await stopAllProcesses();
  });
  const started = (): World => {
    if (world === undefined) throw new Error('The stack has not started.');
    return world;
  };
  describe('numbers', () => {
    numbers(started);
  });
  describe('depth', () => {
    depth(started);
  });
  describe('the past', () => {
    past(started);
  });
  describe('links', () => {
    sharing(started);
  });
  describe('keyboard', () => {
    keyboard(started);
  });
  describe('key', () => {
    key(started);
  });
  describe('accessibility', () => {
    accessible(started);
  });
  describe('strangers', () => {
    strangers(started);
  });
  describe('steadiness', () => {
    steady(started);
  });
  // Last, because they change what is shown.
  describe('changes', () => {
    living(started);
  });
});
