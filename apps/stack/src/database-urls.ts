import { createHmac } from 'node:crypto';
import { loginNameOf, ROLE_GROUPS, type RoleGroup } from '@tidemark/schema';

/** One database, as its owner and as each of the logins with fewer rights. */
export interface DatabaseUrls extends Readonly<Record<RoleGroup, string>> {
  readonly owner: string;
}

/** A database of others is used as it is: who may do what in it is for its administrator to say. */
export function sameForAll(url: string): DatabaseUrls {
  return { owner: url, api: url, indexer: url, maintenance: url, reader: url, export: url };
}

/**
 * Logins of the embedded cluster. Their passwords are made from the superuser's, from which nobody comes back to it: they stay
 * the same over restarts and need no file of their own.
 */
export function loginUrls(ownerUrl: string): DatabaseUrls {
  const urls = sameForAll(ownerUrl);
  const logins = ROLE_GROUPS.map((group) => [group, loginUrl(ownerUrl, group)] as const);
  return { ...urls, ...Object.fromEntries(logins) };
}

function loginUrl(ownerUrl: string, group: RoleGroup): string {
  const url = new URL(ownerUrl);
  const secret = decodeURIComponent(url.password);
  url.username = loginNameOf(group);
  url.password = createHmac('sha256', secret).update(`tidemark login ${group}`).digest('hex');
  return url.href;
}
