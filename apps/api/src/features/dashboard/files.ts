import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { type AnswerPolicy, dashboardSecurityHeaders } from '../../http/policy.ts';
import { type PreparedResource, prepareResource } from '../../http/prepared.ts';

/** The built dashboard in memory. */
export interface Dashboard {
  /** The one page, whatever the path: the browser decides what is shown. While the chain is a simulation it says so, before any script. */
  readonly page: PreparedResource;
  /** Scripts, style sheets and images by their path. */
  readonly files: ReadonlyMap<string, PreparedResource>;
}

const PAGE_FILE = 'index.html';
/** What the page says of a simulation, and where. */
const SIMULATED_FILE = 'simulated.html';
const SIMULATED_MARK = '<!--simulated-->';
/** Names in this folder hold a hash of the content, so what a name stands for never changes. */
const HASHED_FOLDER = '/assets/';
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** May be kept, and must be asked for again before each use. */
const REVALIDATED = 'no-cache';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The folder where it holds a built dashboard, else undefined. */
export function builtDashboardDir(dir: string): string | undefined {
  return existsSync(join(dir, PAGE_FILE)) ? dir : undefined;
}

/** Reads the build. Throws where the folder holds none, or a file of a kind that it should not have. */
export function loadDashboard(
  dir: string,
  policy: Pick<AnswerPolicy, 'vary'>,
  isSimulated: () => boolean = () => false,
): Dashboard {
  const extraHeaders = dashboardSecurityHeaders();
  const prepare = (path: string, vary: string, change?: (text: string) => string): PreparedResource => {
    const contentType = CONTENT_TYPES[extname(path)];
    if (contentType === undefined) throw new Error(`The dashboard has a file of an unknown kind: ${path}`);
    const cacheControl = path.startsWith(HASHED_FOLDER) ? IMMUTABLE : REVALIDATED;
    const bytes = readFileSync(join(dir, path));
    const body = change === undefined ? bytes : Buffer.from(change(bytes.toString('utf8')));
    return prepareResource({ contentType, body, cacheControl, vary, extraHeaders });
  };
  const bannerFile = join(dir, SIMULATED_FILE);
  const banner = existsSync(bannerFile) ? readFileSync(bannerFile, 'utf8') : '';
  const pageWith = (text: string): PreparedResource =>
    prepare(`/${PAGE_FILE}`, varyOfPages(policy), (html) => html.replace(SIMULATED_MARK, text));
  const [plain, simulated] = [pageWith(''), pageWith(banner)];
  const paths = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== PAGE_FILE && entry.name !== SIMULATED_FILE)
    .map((entry) => `/${posix.relative(dir, join(entry.parentPath, entry.name))}`);
  return {
    get page() {
      return isSimulated() ? simulated : plain;
    },
    files: new Map(paths.map((path) => [path, prepare(path, policy.vary)])),
  };
}

/** Value of Vary where a browser gets a page and everybody else something else. */
export function varyOfPages(policy: Pick<AnswerPolicy, 'vary'>): string {
  return `Accept, ${policy.vary}`;
}
