import { buildReserve } from '@tidemark/protocols/kamino/testing';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Connection, PublicKey } from '@solana/web3.js';
import { decodeLendingMarket, decodeReserve, encodeReserve } from '@tidemark/protocols/kamino';
import { sharedDir } from '@tidemark/testing';
import { expect, test } from 'vitest';
import { openChainSource } from '../src/chain/chain-source.ts';
import { createLocalnet } from '../src/create-localnet.ts';
import { AccountFolderError } from '../src/files/load-account-folder.ts';
import { KLEND, MAIN_MARKET, MAIN_USDC, readAccount, START_SLOT, silent, useFolders, useLocalnets } from './support.ts';

const start = useLocalnets();
const newFolder = useFolders();
const shared = sharedDir();
const SCOPE = '3NJYftD5sjVfxSnUdZ1wVML8f3aC6mp1CXCL6L7TnU8C';

test.skipIf(shared === null)(
  'a frozen clock serves the files of ../shared byte for byte (skipped without ../shared)',
  async () => {
    const folder = join(shared ?? '', 'klend', 'accounts');
    const localnet = await start({ accountsDir: folder, slotMs: 0, slot: null, unixTimeSeconds: null });
    const connection = new Connection(localnet.rpcUrl, 'confirmed');
    expect(await connection.getSlot()).toBe(298_271_854);
    const plain = (await readdir(folder)).filter((name) => !name.includes('@'));
    expect(plain).toHaveLength(7);
    for (const name of plain) {
      const account = await connection.getAccountInfo(new PublicKey(name.replace('.bin', '')));
      expect(account?.data.equals(await readFile(join(folder, name)))).toBe(true);
    }
    const reserves = await connection.getProgramAccounts(new PublicKey(KLEND), { filters: [{ dataSize: 8_624 }] });
    expect(reserves).toHaveLength(4);
    const scope = await connection.getAccountInfo(new PublicKey(SCOPE));
    expect(scope?.owner.toBase58()).toBe('11111111111111111111111111111111');
  },
);

test.skipIf(shared === null)('of several labels the lexically last is served (skipped without ../shared)', async () => {
  const folder = join(shared ?? '', 'oracles', 'accounts');
  const { rpcUrl } = await start({ accountsDir: folder, slotMs: 0 });
  const { data } = await readAccount(rpcUrl, SCOPE);
  expect(data).toEqual(await readFile(join(folder, `${SCOPE}@318548583.bin`)));
});

test.skipIf(shared === null)(
  'the real reserves accrue and move as slots pass (skipped without ../shared)',
  async () => {
    const folder = join(shared ?? '', 'klend', 'accounts');
    const unixTimeSeconds = 1_730_163_557;
    const { rpcUrl, control } = await start({ accountsDir: folder, slotMs: 0, slot: null, unixTimeSeconds });
    const file = await readFile(join(folder, `${MAIN_USDC}.bin`));
    const before = decodeReserve({ address: MAIN_USDC, owner: KLEND, data: file });
    control.step(500);
    const { data } = await readAccount(rpcUrl, MAIN_USDC);
    const after = decodeReserve({ address: MAIN_USDC, owner: KLEND, data: data ?? Buffer.alloc(0) });
    expect(after.lastUpdate.slot).toBeGreaterThan(before.lastUpdate.slot);
    expect(after.liquidity.cumulativeBorrowRateBsf).toBeGreaterThan(before.liquidity.cumulativeBorrowRateBsf);
    expect(after.config.borrowRateCurve).toEqual(before.config.borrowRateCurve);
  },
);

test('a reserve whose market has no file gets an empty market that only says so in a note', async () => {
  const folder = await newFolder();
  const reserve = buildReserve();
  await writeFile(join(folder, `${MAIN_USDC}@2025.bin`), encodeReserve(reserve));
  const { rpcUrl } = await start({ accountsDir: folder, slotMs: 0 });
  const connection = new Connection(rpcUrl, 'confirmed');
  const account = await connection.getAccountInfo(new PublicKey(reserve.lendingMarket));
  const market = decodeLendingMarket({
    address: reserve.lendingMarket,
    owner: account?.owner.toBase58() ?? '',
    data: account?.data ?? Buffer.alloc(0),
  });
  expect(market).toMatchObject({ name: '', quoteCurrency: 'USD', referralFeeBps: 0, reserveRewardsMaxAprBps: 0 });
  const source = await openChainSource({ accountsDir: folder, reserves: 0 });
  expect(source.notes).toEqual([expect.stringContaining(`${reserve.lendingMarket}: no file of this lending market`)]);
});

test('bytes that no known field covers survive every update', async () => {
  const folder = await newFolder();
  const fields = buildReserve({ lastUpdate: { slot: BigInt(START_SLOT) } });
  const original = encodeReserve(fields, new Uint8Array(8_624).fill(0xab));
  await writeFile(join(folder, `${MAIN_USDC}.bin`), original);
  const { rpcUrl, control } = await start({ accountsDir: folder, slotMs: 0 });
  control.step(300);
  const { data } = await readAccount(rpcUrl, MAIN_USDC);
  const zeros = encodeReserve(fields);
  const unknown = [...original.keys()].filter((index) => original[index] === 0xab && zeros[index] === 0);
  expect(unknown.length).toBeGreaterThan(1_000);
  expect(data?.readBigUInt64LE(16)).toBeGreaterThan(BigInt(START_SLOT));
  expect(unknown.filter((index) => data?.[index] !== 0xab)).toEqual([]);
});

test('files are chosen by the rules: JSON before raw bytes, plain before labelled, the last label', async () => {
  const folder = await newFolder();
  const raw = (fill: number): Uint8Array => new Uint8Array(16).fill(fill);
  await writeFile(join(folder, `${MAIN_USDC}.bin`), raw(1));
  await writeFile(join(folder, `${MAIN_USDC}@z.bin`), raw(2));
  await writeFile(join(folder, `${MAIN_MARKET}@a.bin`), raw(3));
  await writeFile(join(folder, `${MAIN_MARKET}@b.bin`), raw(4));
  await writeFile(join(folder, `${SCOPE}.bin`), raw(5));
  await writeFile(join(folder, 'scope.json'), accountJson(SCOPE, raw(6)));
  await writeFile(join(folder, 'notes.txt'), 'x');
  await writeFile(join(folder, 'package.json'), '{}');
  await writeFile(join(folder, `${KLEND}.json`), accountJson(SCOPE, raw(7)));
  const { rpcUrl } = await start({ accountsDir: folder, slotMs: 0 });
  const firstByte = async (address: string) => (await readAccount(rpcUrl, address)).data?.[0];
  expect(await firstByte(MAIN_USDC)).toBe(1);
  expect(await firstByte(MAIN_MARKET)).toBe(4);
  expect(await firstByte(SCOPE)).toBe(6);
  expect(await firstByte(KLEND)).toBeUndefined();
  const { value } = await new Connection(rpcUrl).getAccountInfoAndContext(new PublicKey(SCOPE));
  expect(value).toMatchObject({ owner: new PublicKey(KLEND), lamports: 123 });
});

test('a folder that is missing or holds no account is one clear error', async () => {
  const folder = await newFolder();
  const open = (accountsDir: string) => createLocalnet({ accountsDir, port: 0, logger: silent });
  await expect(open(join(folder, 'nowhere'))).rejects.toThrow(/cannot read the accounts folder .*nowhere: ENOENT/);
  await expect(open(folder)).rejects.toThrow(AccountFolderError);
});

function accountJson(pubkey: string, data: Uint8Array): string {
  const encoded = Buffer.from(data).toString('base64');
  return `{"pubkey":"${pubkey}","account":{"lamports":123,"data":["${encoded}","base64"],"owner":"${KLEND}","executable":false,"rentEpoch":18446744073709551615,"space":16}}`;
}
