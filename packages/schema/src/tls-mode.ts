import type { ConnectionOptions } from 'node:tls';

/** How connections are secured. */
export interface TlsMode {
  /** Goes on without, where the server has no TLS. */
  readonly isOptional: boolean;
  readonly options: ConnectionOptions;
}

const UNVERIFIED = { rejectUnauthorized: false };

/**
 * What a connection string asks for, by the driver's own rules: `sslmode`, or `ssl`, or PGSSL. Only modes that say so verify
 * nothing. Undefined: no TLS. `direct`: without asking the server first, which is left to the driver.
 */
export function tlsModeOf(url: string, environment: NodeJS.ProcessEnv = process.env): TlsMode | 'direct' | undefined {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  if (query.get('sslnegotiation') === 'direct') return 'direct';
  const isSystem = query.get('sslrootcert') === 'system';
  const asked = query.get('sslmode') ?? query.get('ssl') ?? environment['PGSSL'] ?? '';
  const mode = isSystem ? 'verify-full' : asked;
  if (['', 'disable', 'false'].includes(mode)) return undefined;
  if (mode === 'prefer' || mode === 'allow') return { isOptional: true, options: UNVERIFIED };
  if (mode === 'require') return { isOptional: false, options: UNVERIFIED };
  return { isOptional: false, options: {} };
}
