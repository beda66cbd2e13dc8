import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@tidemark/testing';
import { expect, it } from 'vitest';
import { openProgramLog, readLastLines } from './program-log.ts';

it('the lines of all programs of a name are in one file, and the last ones of each file are reported', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-logs-'));
  const logs = join(dir, 'logs');
  try {
    expect(await readLastLines(logs, 2)).toEqual([]);
    const [first, other] = [openProgramLog(logs, 'indexer 0'), openProgramLog(logs, 'api')];
    for (const line of ['one', 'two', 'x'.repeat(1_000)]) first.write(line);
    first.end();
    other.end();
    const long = 'x'.repeat(300);
    await waitFor(async () =>
      expect(await readLastLines(logs, 2)).toEqual([{ name: 'indexer-0', lines: ['two', long] }]),
    );
    const second = openProgramLog(logs, 'indexer 0');
    second.write('three');
    second.end();
    await waitFor(async () =>
      expect(await readLastLines(logs, 2)).toEqual([{ name: 'indexer-0', lines: [long, 'three'] }]),
    );
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

it('a folder that is gone takes no program with it', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-logs-'));
  await rm(dir, { recursive: true });
  const log = openProgramLog(join(dir, 'logs'), 'api');
  await rm(dir, { recursive: true });
  log.write('a line');
  log.end();
  expect(await readLastLines(join(dir, 'logs'), 2)).toEqual([]);
});
