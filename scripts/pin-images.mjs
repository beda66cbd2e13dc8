import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pinImages } from './lib/pin-images.mjs';
import { rootDir } from './lib/repository.mjs';

// At a release: `npm run pin-images` writes behind every image that docker-compose.yml and Dockerfile name by its version the digest
// that the version has now. The engine pulls each of them; nothing is written where one of them cannot be had.
const docker = (...args) => {
  const { status, stdout, stderr, error } = spawnSync('docker', args, { encoding: 'utf8', timeout: 600_000 });
  if (error !== undefined || status !== 0)
    throw new Error(`docker ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
  return stdout;
};

/** The digest of an image for all platforms, as a registry gave it. */
function digestOf(image) {
  docker('pull', '--quiet', image);
  const digests = JSON.parse(docker('image', 'inspect', '--format', '{{json .RepoDigests}}', image)) ?? [];
  const [digest] = digests.flatMap((entry) => /@(sha256:[0-9a-f]{64})$/.exec(entry)?.[1] ?? []);
  if (digest === undefined) throw new Error(`${image} is of no registry: it has no digest`);
  return digest;
}

const files = ['docker-compose.yml', 'Dockerfile'].map((name) => join(rootDir, name));
const digests = new Map();
const pinned = files.map((file) =>
  pinImages(readFileSync(file, 'utf8'), (image) => {
    if (!digests.has(image)) digests.set(image, digestOf(image));
    return digests.get(image);
  }),
);
for (const [index, file] of files.entries()) writeFileSync(file, pinned[index]);
for (const [image, digest] of digests) process.stdout.write(`${image}@${digest}\n`);
