import { readFile } from 'node:fs/promises';
import { createTestDatabase } from '@tidemark/testing';
import { describe, expect, it } from 'vitest';
import { storeAndRead } from './readme-example.ts';
import { buildBatch, buildReserveInput, buildState } from './support/build-rows.ts';

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

describe('the README', () => {
  it('begins with an example that compiles and works', async () => {
    const [, example] = /```ts\n(.*?)```/s.exec(await read('../README.md')) ?? [];
    const source = await read('./readme-example.ts');
    expect(example).toBe(source.replace('../src/index.ts', '@tidemark/schema'));

    const { url, drop } = await createTestDatabase();
    const batch = buildBatch(0, [buildState('SOL', 0, 'a')], { reserves: [buildReserveInput('SOL')] });
    expect(await storeAndRead(url, batch)).toEqual([
      '1 snapshots kept, 0 reserves unchanged',
      'SOL at slot 300000000: 169135677.9',
    ]);
    await drop();
  });
});
