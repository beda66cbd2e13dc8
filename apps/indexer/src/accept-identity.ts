import { isAddress } from '@tidemark/core';
import { protocolOf } from '@tidemark/protocols';
import {
  acceptReserveIdentity,
  createDatabase,
  getProtocolOfReserve,
  getRefusedIdentity,
  listReserveIdentities,
  type Sql,
} from '@tidemark/schema';
import { identityDifference, storedIdentityOf } from './pipeline/identities.ts';
import { runCommand } from './run-command.ts';

const EXIT_CONFIG = 78;
const USAGE = `usage: accept-identity RESERVE [--yes]

Market, mint, decimals and vaults of a reserve never change on chain: bytes that say otherwise are quarantined with IDENTITY_CHANGED. Where the first
bytes were the lie, look at the account in an explorer, and accept what was refused: shows both, and with --yes stores the refused one.`;

interface AcceptArguments {
  readonly reserve: string;
  readonly isDone: boolean;
}

function parseArguments(args: readonly string[]): AcceptArguments {
  const [reserve, ...others] = args.filter((arg) => arg !== '--yes');
  if (reserve === undefined || !isAddress(reserve) || others.length > 0)
    throw new Error('name one reserve by its address');
  return { reserve, isDone: args.includes('--yes') };
}

/** Returns what it prints. Throws an Error in words for the user. */
async function acceptIdentity(sql: Sql, { reserve, isDone }: AcceptArguments): Promise<string> {
  const protocol = await getProtocolOfReserve(sql, reserve);
  const [stored] = await listReserveIdentities(sql, [reserve]);
  if (protocol === null || stored === undefined) throw new Error(`${reserve} is not stored`);
  const refused = await getRefusedIdentity(sql, reserve);
  if (refused === null) return `No other identity of ${reserve} was refused.\n`;
  const known = protocolOf(protocol);
  const found = storedIdentityOf(
    known.identity(
      known.decodeReserve({ address: reserve, owner: known.accounts.reserve.program, data: refused.data }),
    ),
  );
  const difference = identityDifference(stored, found);
  if (difference === null) return 'What was refused is what is stored.\n';
  const shown = `stored:  ${difference.expected}\nrefused: ${difference.actual} (seen last ${refused.lastSeenAt.toISOString()})\n`;
  if (!isDone) return `${shown}Nothing was changed; --yes accepts what was refused.\n`;
  await acceptReserveIdentity(sql, found);
  return `${shown}Accepted; polls take it within a minute.\n`;
}

await runCommand({
  name: 'accept-identity',
  usage: USAGE,
  parse: parseArguments,
  async run(args) {
    const url = process.env['DATABASE_URL']?.trim() ?? '';
    if (url === '') {
      process.stderr.write('accept-identity: DATABASE_URL is not set\n');
      return EXIT_CONFIG;
    }
    const database = createDatabase({ url, maxConnections: 1, applicationName: 'tidemark-accept-identity' });
    try {
      process.stdout.write(await acceptIdentity(database.sql, args));
      return 0;
    } finally {
      await database.close();
    }
  },
});
