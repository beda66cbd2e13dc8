import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '@tidemark/embedded-postgres';
import { sharedDir } from '@tidemark/testing';
import type { BenchStack } from '../lib/bench-stack.ts';

/** What its ports were asked since they began to count. */
export interface ProviderCalls {
  /** By method and outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly bytesSent: number;
}

interface Stats {
  readonly outcomes: Readonly<Record<string, number>>;
  readonly bytes: { readonly sent: number };
}

/** Of Kamino 557, of Save 200: what the node serves with `--mainnet`. */
export const MAINNET_RESERVES = 757;

/** False where the folder of reference material, or the node in it, is absent. */
export function hasProvider(): boolean {
  const shared = sharedDir();
  return shared !== null && existsSync(join(shared, 'provider', 'node.mjs'));
}

/** A node at mainnet's size that fails as providers do: one chain behind two ports, each with a profile of its own. */
export class ProviderNode {
  readonly urls: readonly [string, string];

  private constructor(urls: readonly [string, string]) {
    this.urls = urls;
  }

  static async start(stack: BenchStack): Promise<ProviderNode> {
    const second = await findFreePort(0);
    const { url } = await stack.startServer({
      name: 'provider',
      entry: '../shared/provider/node.mjs',
      args: (port) => ['--mainnet', '--port', String(port), '--port', String(second)],
      readyPath: '/stats',
    });
    return new ProviderNode([url, `http://127.0.0.1:${second}`]);
  }

  /** From now on; profiles in the order of `urls`. A port that is not named is well. */
  async use(profiles: readonly string[]): Promise<void> {
    await Promise.all(this.urls.map((url, index) => post(`${url}/control`, profiles[index] ?? 'good')));
  }

  /** What both were asked since the last call. */
  async takeCalls(): Promise<ProviderCalls> {
    const all = await Promise.all(
      this.urls.map(async (url): Promise<Stats> => (await post(`${url}/stats`, '')).json()),
    );
    const outcomes: Record<string, number> = {};
    for (const [outcome, count] of all.flatMap((stats) => Object.entries(stats.outcomes))) {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
    }
    return { outcomes, bytesSent: all.reduce((sum, { bytes }) => sum + bytes.sent, 0) };
  }
}

async function post(url: string, body: string): Promise<Response> {
  const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`the provider says to ${body}: ${await response.text()}`);
  return response;
}
