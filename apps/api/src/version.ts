import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const packageSchema = z.object({ version: z.string().min(1) });

/** The folder of this app: one above both `src` and `dist`. */
const APP_URL = new URL('../', import.meta.url);

/** Where the build of the dashboard lies in the repository and in the image: beside this app. */
export const DASHBOARD_DIR = fileURLToPath(new URL('../dashboard/dist', APP_URL));

/** The version in this package’s package.json. */
export function readVersion(): string {
  const text = readFileSync(new URL('package.json', APP_URL), 'utf8');
  return packageSchema.parse(JSON.parse(text)).version;
}
