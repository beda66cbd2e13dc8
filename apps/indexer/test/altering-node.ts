import { CLOCK_SYSVAR_ADDRESS } from '@tidemark/core';
import {
  type FakeAnswer,
  type FakeRpcServer,
  type FakeRequest,
  forward,
  startFakeRpcServer,
} from './fake-rpc-server.ts';

/** Changes accounts of an answer, in place: by address, their base64 data; null: the account is not there. */
export type Alter = (accounts: Map<string, Buffer | null>) => void;

export interface AlteringNode extends FakeRpcServer {
  /** What it says from now on; null: the truth. */
  lie(alter: Alter | null): void;
}

/** A node in front of another one, which gives its answers, and changes the accounts in those of getMultipleAccounts. */
export async function startAlteringNode(rpcUrl: string): Promise<AlteringNode> {
  let alter: Alter | null = null;
  const server = await startFakeRpcServer(async (request) => {
    const answer = await forward(rpcUrl, request);
    return alter === null || request.method !== 'getMultipleAccounts' ? answer : change(request, answer, alter);
  });
  return Object.assign(server, {
    lie(next: Alter | null) {
      alter = next;
    },
  });
}

/** Moves the time of the Clock. */
export function clockMovedBy(seconds: number): Alter {
  return (accounts) => {
    const data = accounts.get(CLOCK_SYSVAR_ADDRESS);
    if (data !== undefined && data !== null) data.writeBigInt64LE(data.readBigInt64LE(32) + BigInt(seconds), 32);
  };
}

function change({ params: [addresses] }: FakeRequest, answer: FakeAnswer, alter: Alter): FakeAnswer {
  const keys = Array.isArray(addresses) ? addresses.map(String) : [];
  if (typeof answer !== 'object' || !('result' in answer)) return answer;
  const { result } = answer;
  if (typeof result !== 'object' || result === null || !('value' in result) || !Array.isArray(result.value))
    return answer;
  const values: readonly unknown[] = result.value;
  const accounts = new Map(keys.map((key, index) => [key, dataOf(values[index])]));
  alter(accounts);
  const value = values.map((account, index) => {
    const data = accounts.get(keys[index] ?? '') ?? null;
    return data === null || typeof account !== 'object'
      ? null
      : { ...account, data: [data.toString('base64'), 'base64'] };
  });
  return { result: { ...result, value } };
}

function dataOf(account: unknown): Buffer | null {
  if (typeof account !== 'object' || account === null || !('data' in account) || !Array.isArray(account.data))
    return null;
  const [text]: readonly unknown[] = account.data;
  return typeof text === 'string' ? Buffer.from(text, 'base64') : null;
}
