import { describe, expect, it } from 'vitest';
import { createGate } from './gate.ts';

describe('createGate', () => {
  it('refuses work beyond its bound at once, and takes work again when some has ended, well or not', async () => {
    const gate = createGate(2);
    let fail = (_error: Error): void => undefined;
    const failing = gate(() => new Promise<string>((_resolve, reject) => (fail = reject)));
    let finish = (_value: string): void => undefined;
    const waiting = gate(() => new Promise<string>((resolve) => (finish = resolve)));
    await expect(gate(async () => 'third')).rejects.toMatchObject({
      errorName: 'OVERLOADED',
      headers: { 'Retry-After': '1' },
    });
    fail(new Error('gone'));
    await expect(failing).rejects.toThrow('gone');
    await expect(gate(async () => 'fourth')).resolves.toBe('fourth');
    finish('done');
    await expect(waiting).resolves.toBe('done');
  });
});
