// Writes the page of the runbooks that Prometheus serves. Run it with `npm run generate`.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { renderRunbooksPage } from './runbooks-page.ts';

const root = new URL('../', import.meta.url);
const page = renderRunbooksPage(await readFile(new URL('docs/operate/runbooks.md', root), 'utf8'));
await mkdir(new URL('ops/prometheus/user/', root), { recursive: true });
await writeFile(new URL('ops/prometheus/user/runbooks.html', root), page);
