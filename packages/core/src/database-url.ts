/** What `sslmode` asks for. `prefer`: encrypted where the server offers it. `require`: encrypted. `verify-full`: by a certificate that is trusted, of that host. */
export type DatabaseTls = 'disable' | 'prefer' | 'require' | 'verify-full';

/** The one reading of a database URL, for every driver. */
export interface DatabaseAddress {
  /** Without parameters. */
  readonly url: string;
  readonly tls: DatabaseTls;
  /** PEM file of the authority to trust, for `verify-full`; null: those of the system. */
  readonly rootCertificateFile: string | null;
  /** TLS from the first byte on, for servers that know it (`sslnegotiation=direct`). */
  readonly isDirect: boolean;
  /** Whether statements may be prepared; a pooler that does not track them needs `prepare=false`. */
  readonly prepares: boolean;
  /** The role that sessions act as, as by SET ROLE; null: that of the login. */
  readonly role: string | null;
}

/** libpq and the drivers differ in what these mean. Here: what libpq does, and `no-verify` as some providers call `require`. */
const TLS_BY_MODE: Readonly<Record<string, DatabaseTls>> = {
  disable: 'disable',
  allow: 'prefer',
  prefer: 'prefer',
  require: 'require',
  'no-verify': 'require',
  'verify-full': 'verify-full',
};
/** Common in URLs that providers give, and set by Tidemark itself. */
const IGNORED: ReadonlySet<string> = new Set(['application_name', 'connect_timeout']);
const KNOWN = ['sslmode', 'sslrootcert', 'sslnegotiation', 'prepare', 'role', ...IGNORED];

/** Throws `TypeError` with one sentence, which shows no password, for what is no URL, or has a parameter or a value that is not known. */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  if (!URL.canParse(text)) throw new TypeError('the database URL is not a valid connection string');
  const url = new URL(text);
  const given = url.searchParams;
  const unknown = [...given.keys()].find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(
      `the database URL has the parameter ${unknown}, which is not known; known are ${KNOWN.join(', ')}`,
    );
  }
  const tls = TLS_BY_MODE[given.get('sslmode') ?? 'disable'];
  if (tls === undefined) {
    const modes = Object.keys(TLS_BY_MODE).join(', ');
    throw new TypeError(`the database URL has an sslmode that is not known; known are ${modes}`);
  }
  const rootCertificateFile = given.get('sslrootcert');
  if (rootCertificateFile !== null && tls !== 'verify-full') {
    throw new TypeError('the database URL has sslrootcert without sslmode=verify-full, so nothing would be verified');
  }
  const negotiation = given.get('sslnegotiation') ?? 'postgres';
  const isDirect = negotiation === 'direct';
  if (!isDirect && negotiation !== 'postgres') {
    throw new TypeError('the database URL has an sslnegotiation that is not known; known are postgres, direct');
  }
  if (isDirect && (tls === 'disable' || tls === 'prefer')) {
    throw new TypeError('the database URL has sslnegotiation=direct without sslmode=require or verify-full');
  }
  const prepare = given.get('prepare') ?? 'true';
  if (prepare !== 'true' && prepare !== 'false') {
    throw new TypeError('the database URL has a value of prepare that is neither true nor false');
  }
  const role = given.get('role');
  url.search = '';
  return {
    url: url.href,
    tls,
    rootCertificateFile: rootCertificateFile === 'system' ? null : rootCertificateFile,
    isDirect,
    prepares: prepare === 'true',
    role,
  };
}
