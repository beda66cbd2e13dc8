import { startLocalnet, startProcess } from '@tidemark/testing';
import { expect, it, onTestFinished } from 'vitest';
import { parseDoctorArguments } from './doctor/doctor-arguments.ts';

async function doctor(...args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = await startProcess({ entry: 'apps/indexer/src/doctor.ts', args });
  const { code } = await child.exited;
  return { code, output: child.lines().join('\n') };
}

it('ends with 0 where Tidemark can run on one endpoint, and does not measure the rate without a terminal to ask at', async () => {
  const localnet = await startLocalnet({});
  onTestFinished(async () => {
    await localnet.stop();
  });
  const { code, output } = await doctor(localnet.rpcUrl, 'http://127.0.0.1:1/?api-key=hunter2');
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('slotSubscribe answers') });
  expect(output).toContain('can run on it');
  expect(output).toMatch(/cannot run on it: CONNECTION_FAILED/);
  expect(output).not.toMatch(/hunter2|a second/);
});

it('ends with 1 and one line where there is none, and with 64 where the arguments are wrong', async () => {
  const { code, output } = await doctor('http://127.0.0.1:1/?api-key=hunter2');
  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringContaining('can run on none of these endpoints'),
  });
  expect(output).not.toContain('hunter2');
  expect(await doctor('ftp://hunter2')).toMatchObject({ code: 64, output: expect.not.stringContaining('hunter2') });
});

it('takes URLs of the command line, else those of SOLANA_RPC_URL', () => {
  const parse = (args: readonly string[], ofEnvironment?: string) => parseDoctorArguments(args, ofEnvironment);
  expect(parse(['http://a', 'http://b,http://c', '--yes'], 'http://d')).toEqual({
    urls: ['http://a', 'http://b', 'http://c'],
    withRate: true,
  });
  expect(parse(['--no-rate'], 'http://d, http://e')).toEqual({ urls: ['http://d', 'http://e'], withRate: false });
  expect(parse(['http://a'])).toMatchObject({ withRate: null });
  expect(() => parse([])).toThrow(/SOLANA_RPC_URL/);
  expect(() => parse(['http://a', '--yes', '--no-rate'])).toThrow(/exclude/);
});
