import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { getChain, registerChain } from './polling.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

describe('registerChain', () => {
  it('claims the database for the first chain and refuses every other one', async () => {
    expect(await getChain(database.db)).toBeNull();
    const mainnet = { genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', clusterLabel: 'mainnet' };
    const localnet = { genesisHash: 'GH7ome3EiwEr7tu9JuTh2dpYWBJK3z69Xm1ZE3MEE6JC', clusterLabel: 'localnet' };
    await registerChain(database.sql, mainnet);
    await registerChain(database.sql, { ...mainnet, clusterLabel: 'another label' });
    await expect(registerChain(database.sql, localnet)).rejects.toMatchObject({
      code: 'CHAIN_MISMATCH',
      retryable: false,
      context: { expected: mainnet.genesisHash, actual: localnet.genesisHash },
    });
    expect(await getChain(database.db)).toMatchObject(mainnet);
  });

  it('lets one of two chains win that come at once', async () => {
    const other = await openTestDatabase();
    const results = await Promise.allSettled(
      ['A', 'B'].map((genesisHash) => registerChain(other.sql, { genesisHash, clusterLabel: genesisHash })),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    await other.drop();
  });
});
