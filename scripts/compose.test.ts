import { readdirSync, readFileSync } from 'node:fs';
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
  readonly user?: string;
  readonly tmpfs?: readonly string[];
  readonly network_mode?: string;
  readonly pid?: string;
  readonly ipc?: string;
  readonly userns_mode?: string;
  readonly devices?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly group_add?: readonly string[];
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

it('every setting that a runbook names reaches a service, and .env.example tells of it', () => {
  const dir = join(rootDir, 'docs/runbooks');
  const pages = readdirSync(dir).map((file) => readFileSync(join(dir, file), 'utf8'));
  const schemas = ['apps/indexer/src/env.ts', 'apps/api/src/env.ts'].map((file) =>
    readFileSync(join(rootDir, file), 'utf8'),
  );
  const settings = new Set(
    [...schemas.join('\n').matchAll(/^ {2}([A-Z][A-Z_]+): envFields/gm)].map(([, name]) => name),
  );
  const named = [...pages.join('\n').matchAll(/\b[A-Z][A-Z_]+\b/g)]
    .map(([name]) => name)
    .filter((name) => settings.has(name));
  expect(new Set(named).size).toBeGreaterThan(10);
  const passedOn = new Set(own.flatMap(([, { environment }]) => Object.keys(environment ?? {})));
  expect([...new Set(named)].filter((name) => !passedOn.has(name))).toEqual([]);
  const example = readFileSync(join(rootDir, '.env.example'), 'utf8');
  const open = [...text.matchAll(/^ *([A-Z][A-Z_]+): \$\{\1:-/gm)].map(([, name]) => name ?? '');
  expect(open.filter((name) => !new RegExp(`^(?:# )?${name}=`, 'm').test(example))).toEqual([]);
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

it('no service of ours runs as another user than its image says, shares a space of the host, or keeps more than /tmp', () => {
  for (const [name, service] of services) {
    for (const space of ['network_mode', 'pid', 'ipc', 'userns_mode', 'devices', 'cap_add', 'group_add'] as const) {
      expect({ name, space, value: service[space] }).toEqual({ name, space, value: undefined });
    }
  }
  for (const [name, { user, tmpfs }] of own)
    expect({ name, user, tmpfs }).toEqual({ name, user: undefined, tmpfs: ['/tmp'] });
});

it('no environment holds a secret in plain text', () => {
  const settings = services.flatMap(([, { environment }]) => Object.entries(environment ?? {}));
  const named = settings.filter(([name]) => /PASSWORD|SECRET|TOKEN|CREDENTIAL/.test(name));
  expect(named.length).toBeGreaterThan(3);
  for (const [, value] of named) expect(value).toMatch(/^\$\{\w+(?::\?set \w+ in \.env|:-)\}$/);
  const urls = settings.map(([, value]) => value).filter((value) => /:\/\/[^/]*@/.test(value));
  expect(urls.length).toBeGreaterThan(2);
  for (const url of urls) expect(url).toMatch(/^\w+:\/\/\w+:\$\{\w+:\?set \w+ in \.env\}@/);
});

it('the metrics of the API are on a port that is not published, which Prometheus asks', () => {
  const api = services.find(([name]) => name === 'api')?.[1];
  const { METRICS_PORT, METRICS_HOST, PORT } = api?.environment ?? {};
  expect(METRICS_HOST).toBe('0.0.0.0');
  expect(METRICS_PORT).not.toBe(PORT);
  expect(api?.ports?.map((port) => port.split(':').at(-1))).toEqual([PORT]);
  const prometheus = parse(readFileSync(join(rootDir, 'ops/prometheus/prometheus.yml'), 'utf8'));
  expect(prometheus.scrape_configs).toContainEqual(
    expect.objectContaining({
      job_name: 'tidemark-api',
      dns_sd_configs: [expect.objectContaining({ names: ['api'], port: Number(METRICS_PORT) })],
    }),
  );
});

it('no service reaches the container engine or the host', () => {
  for (const volume of services.flatMap(([, { volumes }]) => volumes ?? [])) {
    expect(volume).toMatch(/^(?:[a-z-]+:|\.\/ops\/.*:ro$)/);
  }
});
