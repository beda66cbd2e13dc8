import { readFileSync } from 'node:fs';
import { type DatabaseAddress, parseDatabaseUrl } from '@tidemark/core';

/** Options of `tls.connect`, as both drivers take them. */
export interface DatabaseTlsOptions {
  readonly rejectUnauthorized: boolean;
  /** Whose certificate it has to be, also where it is an address. */
  readonly host: string;
  readonly ca?: string;
}

/** Reads a database URL and the file of its authority. `ssl` is false without TLS. Throws as `parseDatabaseUrl`, and what the file system says. */
export function readDatabaseUrl(text: string): DatabaseAddress & { readonly ssl: DatabaseTlsOptions | false } {
  const address = parseDatabaseUrl(text);
  const { url, tls, rootCertificateFile } = address;
  if (tls === 'disable') return { ...address, ssl: false };
  const ca = rootCertificateFile === null ? {} : { ca: readFileSync(rootCertificateFile, 'utf8') };
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  return { ...address, ssl: { rejectUnauthorized: tls === 'verify-full', host, ...ca } };
}
