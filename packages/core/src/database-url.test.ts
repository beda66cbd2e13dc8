import { describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from './database-url.ts';

const BASE = 'postgres://user:hunter2@db.example:5433/tide';

describe('a database URL', () => {
  it.each([
    ['', 'disable'],
    ['?sslmode=disable', 'disable'],
    ['?sslmode=allow', 'prefer'],
    ['?sslmode=prefer', 'prefer'],
    ['?sslmode=require', 'require'],
    ['?sslmode=no-verify', 'require'],
    ['?sslmode=verify-full', 'verify-full'],
    ['?application_name=mine&sslmode=require&connect_timeout=10', 'require'],
  ])('says by its parameters %j how to encrypt', (parameters, tls) => {
    const address = { url: BASE, tls, rootCertificateFile: null, isDirect: false, prepares: true, role: null };
    expect(parseDatabaseUrl(`${BASE}${parameters}`)).toEqual(address);
  });

  it('names the authority to trust, and TLS from the first byte on', () => {
    const verified = parseDatabaseUrl(`${BASE}?sslmode=verify-full&sslrootcert=/run/ca.pem`);
    expect(verified.rootCertificateFile).toBe('/run/ca.pem');
    expect(parseDatabaseUrl(`${BASE}?sslmode=verify-full&sslrootcert=system`).rootCertificateFile).toBeNull();
    expect(parseDatabaseUrl(`${BASE}?sslmode=require&sslnegotiation=direct`).isDirect).toBe(true);
    expect(parseDatabaseUrl(`${BASE}?prepare=false`).prepares).toBe(false);
  });

  it('names the role to act as', () => {
    expect(parseDatabaseUrl(`${BASE}?role=tidemark_api`)).toMatchObject({ url: BASE, role: 'tidemark_api' });
  });

  it.each([
    [
      '?sslmode=verify-ca',
      'an sslmode that is not known; known are disable, allow, prefer, require, no-verify, verify-full',
    ],
    ['?sslmode=', 'an sslmode that is not known'],
    ['?ssl=true', 'the parameter ssl, which is not known; known are sslmode, sslrootcert, sslnegotiation'],
    ['?sslmode=require&channel_binding=require', 'the parameter channel_binding, which is not known'],
    ['?sslmode=require&sslrootcert=/run/ca.pem', 'nothing would be verified'],
    ['?sslnegotiation=direct', 'sslnegotiation=direct without sslmode'],
    ['?prepare=no', 'a value of prepare that is neither true nor false'],
    ['?sslmode=require&sslnegotiation=x', 'an sslnegotiation that is not known'],
  ])('is refused in one sentence with %j, without its password', (parameters, message) => {
    const parse = () => parseDatabaseUrl(`${BASE}${parameters}`);
    expect(parse).toThrow(message);
    expect(parse).not.toThrow('hunter2');
  });
});
