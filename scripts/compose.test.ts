import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { rootDir } from './lib/repository.mjs';

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly privileged?: boolean;
  readonly volumes?: readonly string[];
}

const text = readFileSync(join(rootDir, 'docker-compose.yml'), 'utf8');
const services: [string, Service][] = Object.entries(parse(text, { merge: true }).services);
const own = services.filter(([, { build }]) => build !== undefined);
const userOf = (name: string): string | undefined =>
  /^postgres:\/\/([^:]+):/.exec(
    services.find(([other]) => other === name)?.[1].environment?.['DATABASE_URL'] ?? '',
  )?.[1];

it('every service of ours has a root file system that it cannot write, no capabilities, and no way to gain any', () => {
  expect(own.map(([name]) => name)).toEqual(expect.arrayContaining(['migrate', 'indexer', 'api', 'localnet']));
  for (const [name, { read_only, cap_drop, security_opt, privileged }] of own) {
    expect({ name, read_only, cap_drop, security_opt, privileged }).toEqual({
      ...{ name, read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], privileged: undefined },
    });
  }
  expect(readFileSync(join(rootDir, 'Dockerfile'), 'utf8')).toMatch(/\nUSER node\n(?!.*\nUSER )/s);
});

it('API and indexer connect as logins of their own, only the migration as the owner', () => {
  expect([userOf('api'), userOf('indexer'), userOf('migrate')]).toEqual([
    'tidemark_api_login',
    'tidemark_indexer_login',
    'tidemark',
  ]);
});

it('no secret has a default', () => {
  const secrets = [...text.matchAll(/(?<!\$)\$\{(\w*(?:PASSWORD|SECRET|TOKEN)\w*)([^}]*)\}/g)];
  expect(secrets.length).toBeGreaterThan(5);
  // Empty where a profile that is not in use would ask for it; that service refuses to start without.
  for (const [, name, rest] of secrets) expect([`:?set ${name} in .env`, ':-']).toContain(rest);
  const example = readFileSync(join(rootDir, '.env.example'), 'utf8');
  for (const [, name] of secrets) expect(example).toMatch(new RegExp(`^${name}=$`, 'm'));
});

it('nothing is published beyond the loopback address', () => {
  for (const port of services.flatMap(([, { ports }]) => ports ?? [])) expect(port).toMatch(/^127\.0\.0\.1:/);
});

it('no service reaches the container engine or the host', () => {
  for (const volume of services.flatMap(([, { volumes }]) => volumes ?? [])) {
    expect(volume).toMatch(/^(?:[a-z-]+:|\.\/ops\/.*:ro$)/);
  }
});
