import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createErrorEnvelope } from '../packages/contract/src/errors/error-envelope.ts';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { imagesIn, pinImages } from './lib/pin-images.mjs';
import { rootDir } from './lib/repository.mjs';

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly mem_limit?: string;
  readonly networks?: readonly string[];
  readonly depends_on?: object;
  readonly command?: string | readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: string;
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

const read = (file: string): string => readFileSync(join(rootDir, file), 'utf8');
const text = read('docker-compose.yml');
const compose: { services: Record<string, Service>; networks: Record<string, { internal?: boolean } | null> } = parse(
  text,
  {
    merge: true,
  },
);
const services = Object.entries(compose.services);
const own = services.filter(([, { image }]) => image?.startsWith('tidemark:'));
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
  expect(read('Dockerfile')).toMatch(/\nUSER node\n(?!.*\nUSER )/s);
});

it('API and indexer connect as logins of their own, only the migration as the owner', () => {
  expect([userOf('api'), userOf('indexer'), userOf('migrate')]).toEqual([
    'tidemark_api_login',
    'tidemark_indexer_login',
    'tidemark',
  ]);
});

/** A setting of the programs with what stands for its default in the source, where it has one. */
const settings = new Map(
  ['apps/indexer/src/config.ts', 'apps/indexer/src/liquidity/liquidity-config.ts', 'apps/api/src/env.ts'].flatMap(
    (file) =>
      [...read(file).matchAll(/^ {2}([A-Z][A-Z_]+): envFields(?:.*\.default\((.*)\),)?/gm)].map(
        ([, name = '', byDefault]): [string, string | undefined] => [name, byDefault?.replaceAll(/[_'[\]]/g, '')],
      ),
  ),
);
const examples = read('tidemark.env.example').matchAll(/^(# )?([A-Z][A-Z_]+)=(.*)$/gm);
const described = new Map([...examples].map(([, comment, name = '', value = '']) => [name, { comment, value }]));

it('every setting that a runbook names reaches a service, and an example describes it', () => {
  const named = [...read('docs/operate/runbooks.md').matchAll(/\b[A-Z][A-Z_]+\b/g)]
    .map(([name]) => name)
    .filter((name) => settings.has(name));
  expect(new Set(named).size).toBeGreaterThan(10);
  const passedOn = new Set(own.flatMap(([, { environment }]) => Object.keys(environment ?? {})));
  expect([...new Set(named)].filter((name) => !passedOn.has(name) && !described.has(name))).toEqual([]);
  const example = read('.env.example');
  const open = [...text.matchAll(/\$\{([A-Z][A-Z_]+):-/g)].map(([, name]) => name ?? '');
  expect(open.filter((name) => !new RegExp(`^(?:# )?${name}=`, 'm').test(example))).toEqual([]);
});

it('a commented line of tidemark.env.example shows the default of the program, any other line differs from it', () => {
  expect(described.size).toBeGreaterThan(40);
  const lines = [...described].map(([name, { comment, value }]) => ({
    name,
    comment,
    value,
    byDefault: settings.get(name),
  }));
  // Defaults that are another constant, and settings without one, have no text to compare with.
  const shown = lines.filter(
    ({ value, byDefault }) => value !== '' && byDefault !== undefined && /^[a-z\d*]+$/.test(byDefault),
  );
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter(({ comment, value, byDefault }) => (value === byDefault) !== (comment !== undefined))).toEqual(
    [],
  );
});

it('the settings that API and indexer share hold no secret: addresses of nodes and keys are for the indexer alone', () => {
  expect(
    [...described.keys()].filter((name) => /PASSWORD|SECRET|TOKEN|_KEY$|RPC_URL|WS_URL|DATABASE/.test(name)),
  ).toEqual(['DATABASE_MAX_CONNECTIONS']);
  expect(own.filter(([, { env_file }]) => env_file !== undefined).map(([name]) => name)).toEqual([
    'indexer',
    'api',
    'localnet',
  ]);
  expect(Object.keys(compose.services['api']?.environment ?? {}).join(' ')).not.toMatch(/SOLANA|API_KEY/);
});

it('no secret has a default', () => {
  const secrets = [...text.matchAll(/(?<!\$)\$\{(\w*(?:PASSWORD|SECRET|TOKEN)\w*)([^}]*)\}/g)];
  expect(secrets.length).toBeGreaterThan(5);
  // Empty where a profile that is not in use would ask for it; that service refuses to start without.
  for (const [, name, rest] of secrets) expect([`:?set ${name} in .env`, ':-']).toContain(rest);
  const example = read('.env.example');
  for (const [, name] of secrets) expect(example).toMatch(new RegExp(`^(?:# )?${name}=$`, 'm'));
});

it('nothing is published beyond the loopback address', () => {
  for (const [name, { ports = [] }] of services) {
    // The proxy is what may be published, where somebody says so.
    const address = name === 'proxy' ? /^(?:127\.0\.0\.1|\$\{PROXY_ADDRESS:-127\.0\.0\.1\}):/ : /^127\.0\.0\.1:/;
    for (const port of ports) expect(port).toMatch(address);
  }
  expect(compose.services['api']?.ports).toBeUndefined();
});

it('no service of ours runs as another user than its image says, shares a space of the host, or keeps more than /tmp', () => {
  for (const [name, service] of services) {
    for (const space of ['network_mode', 'pid', 'ipc', 'userns_mode', 'devices', 'cap_add', 'group_add'] as const) {
      // The program in Caddy's image has this capability, and is not started with less.
      const value = name === 'proxy' && space === 'cap_add' ? ['NET_BIND_SERVICE'] : undefined;
      expect({ name, space, value: service[space] }).toEqual({ name, space, value });
    }
  }
  for (const [name, { user, tmpfs }] of own)
    expect({ name, user, tmpfs }).toEqual({ name, user: undefined, tmpfs: ['/tmp:size=64m'] });
});

it('no environment holds a secret in plain text', () => {
  const variables = services.flatMap(([, { environment }]) => Object.entries(environment ?? {}));
  const named = variables.filter(([name]) => /PASSWORD|SECRET|TOKEN|CREDENTIAL/.test(name));
  expect(named.length).toBeGreaterThan(3);
  for (const [, value] of named) expect(value).toMatch(/^\$\{\w+(?::\?set \w+ in \.env|:-)\}$/);
  const urls = variables.map(([, value]) => value).filter((value) => /:\/\/[^/]*@/.test(value));
  expect(urls.length).toBeGreaterThan(2);
  for (const url of urls) expect(url).toMatch(/^\w+:\/\/\w+:\$\{\w+:\?set \w+ in \.env\}@/);
});

it('the metrics of the API are on a port that is not published, which Prometheus asks', () => {
  const api = services.find(([name]) => name === 'api')?.[1];
  const { METRICS_PORT, METRICS_HOST, PORT } = api?.environment ?? {};
  expect(METRICS_HOST).toBe('0.0.0.0');
  expect(METRICS_PORT).not.toBe(PORT);
  const caddyfile = read('ops/caddy/Caddyfile');
  expect([...caddyfile.matchAll(/\breverse_proxy (\S+)/g)].map(([, to]) => to)).toEqual([`api:${PORT}`]);
  const prometheus = parse(read('ops/prometheus/prometheus.yml'));
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

it('one service builds the image of ours, and those that need a database wait for it to end well', () => {
  expect(own.filter(([, { build }]) => build !== undefined).map(([name]) => name)).toEqual(['migrate']);
  for (const name of ['indexer', 'api']) {
    expect(compose.services[name]?.depends_on).toMatchObject({
      migrate: { condition: 'service_completed_successfully' },
    });
  }
});

it('Postgres and Redis take their share of the memory that their container has', () => {
  const commandOf = (name: string): string => [compose.services[name]?.command ?? []].flat().join(' ');
  expect(commandOf('postgres')).toMatch(/shared_buffers=\$\$\(\(bytes \/ 4096\)\)kB/);
  expect(commandOf('redis')).toMatch(/--maxmemory \$\$\(\(bytes \/ 4 \* 3\)\)/);
});

it('every service has a limit of memory, and every image a whole version', () => {
  for (const [name, { mem_limit, image }] of services) {
    expect({ name, mem_limit }).toEqual({
      name,
      mem_limit: expect.stringMatching(/^(?:\$\{\w+_MEMORY:-)?\d+[mg]\}?$/),
    });
    expect({ name, image }).toEqual({
      name,
      image: expect.stringMatching(/:v?\d+\.\d+(?:\.\d+)?(?:-[\w.]+)?(?:@sha256:\w{64})?$/),
    });
  }
});

it('Redis takes commands with its password only, which is that of its clients', () => {
  const { redis, api, indexer } = compose.services;
  const password = '${REDIS_PASSWORD:?set REDIS_PASSWORD in .env}';
  expect(redis?.environment?.['REDISCLI_AUTH']).toBe(password);
  expect([redis?.command ?? []].flat().join(' ')).toContain('--requirepass "$$REDISCLI_AUTH"');
  for (const service of [api, indexer]) {
    expect(service?.environment?.['REDIS_URL']).toBe(`redis://default:${password}@redis:6379`);
  }
});

it('the database and the queue have no way out, and the proxy none to them', () => {
  expect(Object.entries(compose.networks).filter(([, network]) => network?.internal === true)).toHaveLength(1);
  expect(compose.networks['data']?.internal).toBe(true);
  expect(compose.services['redis']?.networks).toEqual(['data']);
  // The second network of Postgres publishes its port, and nobody else is in it.
  expect(compose.services['postgres']?.networks).toEqual(['data', 'published']);
  expect(services.filter(([, { networks }]) => networks?.includes('published')).map(([name]) => name)).toEqual([
    'postgres',
  ]);
  for (const name of ['proxy', 'localnet']) expect(compose.services[name]?.networks).toEqual(['edge']);
});

it('what the proxy answers by itself is the error that the API documents', () => {
  const caddyfile = read('ops/caddy/Caddyfile');
  const bodies = [...caddyfile.matchAll(/respond `(.*)` (\d+)/g)].map(([, body = '', status]) => ({ body, status }));
  const names = ['BODY_TOO_LARGE', 'SERVICE_UNREACHABLE'] as const;
  expect(bodies).toEqual(
    names.map((name) => {
      const envelope = createErrorEnvelope(name, { requestId: '{http.request.uuid}' });
      return { body: JSON.stringify(envelope), status: String(envelope.status) };
    }),
  );
});

it('the example of the environment names no chain, so that the profile local runs on its own', () => {
  const example = read('.env.example');
  expect(example).toMatch(/^SOLANA_RPC_URL=$/m);
  expect(compose.services['indexer']?.environment?.['SOLANA_RPC_URL']).toBe('${SOLANA_RPC_URL:-http://localnet:8899}');
});

const digest = `sha256:${'a'.repeat(64)}`;

it('pinning writes a digest behind every image but ours, in place of an older one, and again the same', () => {
  const dockerfile = read('Dockerfile');
  const named = services.flatMap(([, { image = '' }]) => (image.startsWith('tidemark:') ? [] : [image.split('@')[0]]));
  expect(imagesIn(text)).toEqual(named);
  expect(imagesIn(dockerfile)).toHaveLength([...dockerfile.matchAll(/^FROM /gm)].length);
  const pinned = pinImages(text, () => digest);
  for (const [, service] of Object.entries<Service>(parse(pinned, { merge: true }).services)) {
    expect(service.image).toMatch(/^tidemark:|@sha256:a{64}$/);
  }
  expect(pinImages(pinned, () => digest)).toBe(pinned);
  expect(pinImages(pinned, () => digest).replaceAll(`@${digest}`, '')).toBe(text);
});
