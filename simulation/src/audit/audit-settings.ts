import { PROTOCOLS } from '@tidemark/protocols';
import { differenceOf, type Finding } from './finding.ts';
import type { StoredRow } from './stored-facts.ts';
import type { StoredChange, StoredSettings } from './stored-settings.ts';
import type { Truth } from './truth.ts';

/**
 * Markets, reserves and changed parameters against the chain: each is of an account of the chain, and says what that account
 * said at the slot of the observation.
 */
export function auditSettings({ markets, reserves, changes }: StoredSettings, truth: Truth): Finding[] {
  return [
    ...markets.flatMap((row) => auditMarket(row, truth)),
    ...reserves.flatMap((row) => auditReserve(row, truth)),
    ...changes.flatMap((change) => auditChange(change, truth)),
  ];
}

function auditMarket(row: StoredRow, truth: Truth): Finding[] {
  const [address, slot] = [String(row['lending_market']), Number(row['slot'])];
  const name = `market ${address} at slot ${slot}`;
  const found = truth.at(address, slot);
  if (found === null) return [notOfTheChain(name)];
  return toFindings(name, [
    differenceOf('account_sha256', row['account_sha256'], found.sha256),
    ...configDifferences(row['config'], truth.marketAt(address, slot)),
  ]);
}

function auditReserve(row: StoredRow, truth: Truth): Finding[] {
  const [address, slot] = [String(row['reserve']), Number(row['since_slot'])];
  const name = `settings of reserve ${address} at slot ${slot}`;
  if (truth.at(address, slot) === null) return [notOfTheChain(name)];
  const account = truth.reserveAt(address, slot);
  return toFindings(name, [
    differenceOf('protocol', row['protocol'], account.protocol.name),
    differenceOf('lending_market', row['lending_market'], account.lendingMarket),
    differenceOf('token_address', row['token_address'], account.tokenMint),
    differenceOf('token_decimals', row['token_decimals'], account.tokenDecimals),
    differenceOf('deposit_limit_raw', row['deposit_limit_raw'], account.depositLimitRaw),
    ...configDifferences(row['config'], account.config),
  ]);
}

/** Nothing of an account's identity changes on the simulated chain: a change of that is in no configuration, and shows. */
function auditChange(change: StoredChange, truth: Truth): Finding[] {
  const { account, kind, field, oldValue, newValue, previousSlot, slot } = change;
  const name = `change of ${account} from slot ${previousSlot} to ${slot}`;
  if (truth.at(account, previousSlot) === null) return [notOfTheChain(name)];
  const valueAt = (at: number): unknown =>
    kind === 'reserve'
      ? leafNamed(truth.reserveAt(account, at).config, 'reserve', field)
      : leafNamed(truth.marketAt(account, at), 'market', field);
  return toFindings(name, [
    differenceOf(`old ${field}`, oldValue, valueAt(previousSlot)),
    differenceOf(`new ${field}`, newValue, valueAt(slot)),
  ]);
}

/** Everything that a stored configuration says; the account may say more, as what moves with every withdrawal. */
function configDifferences(stored: unknown, config: object): (string | null)[] {
  return leavesOf(stored, '').map(([path, value]) => differenceOf(`config.${path}`, value, leafOf(config, path)));
}

function leavesOf(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, item]) => leavesOf(item, path === '' ? key : `${path}.${key}`));
}

/** The leaf that the log calls so: by the name of its column, or by its path in snake case. */
function leafNamed(config: object, kind: 'reserve' | 'market', field: string): unknown {
  const columns = PROTOCOLS.flatMap(({ parameterNames }) => Object.entries(parameterNames[kind]));
  const paths = columns.filter(([, name]) => name === field).map(([path]) => path);
  const camelCase = field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return [...paths, camelCase].map((path) => leafOf(config, path)).find((value) => value !== undefined);
}

/** In the form in which JSON holds it; undefined where there is none. */
function leafOf(config: object, path: string): unknown {
  let value: unknown = config;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.entries(value).find(([name]) => name === key)?.[1];
  }
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
}

function notOfTheChain(name: string): Finding {
  return { invariant: 'chain', message: `${name}: the chain had no such account` };
}

function toFindings(name: string, differences: readonly (string | null)[]): Finding[] {
  const found = differences.filter((difference) => difference !== null);
  return found.length === 0 ? [] : [{ invariant: 'values', message: `${name}: ${found.join('; ')}` }];
}
