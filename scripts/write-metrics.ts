// Writes docs/metrics.md. Run it with `npm run generate:metrics`.
import { writeFile } from 'node:fs/promises';
import { renderMetricsPage } from './metrics-page.ts';

// Elsewhere the process has fewer metrics than the page names.
if (process.platform !== 'linux')
  throw new Error('docs/metrics.md is written on Linux, whose process metrics it lists');
await writeFile(new URL('../docs/metrics.md', import.meta.url), renderMetricsPage());
