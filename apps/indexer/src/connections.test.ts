import { PassThrough } from 'node:stream';
import { createLogger } from '@tidemark/runtime';
import { describe, expect, it } from 'vitest';
import { createErrorReporter } from './connections.ts';

describe('error reporter', () => {
  it('logs each kind of trouble once, however many connections report it', () => {
    const destination = new PassThrough();
    const report = createErrorReporter(createLogger({ name: 'test', level: 'info', destination }));
    const refused = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
    for (const source of ['queue poll', 'worker poll', 'queue poll']) report(source, refused());
    report('queue pool', new Error('terminating connection'));
    const lines = String(destination.read()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { source: 'queue poll', err: { code: 'ECONNREFUSED' } },
      { source: 'queue pool', err: { message: 'terminating connection' } },
    ]);
  });
});
