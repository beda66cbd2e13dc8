import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

export interface OpenOptions {
  readonly theme?: 'light' | 'dark';
  readonly size?: 'desktop' | 'phone';
  readonly timezoneId?: string;
  /** Unix seconds at which the clock of the page stands; it goes as that of the machine where left out. */
  readonly standsAt?: number;
  /** In a browser context that no other test has or gets: for what is kept in one, and where what was read before may not be shown. */
  readonly alone?: boolean;
}

/** A page, with everything that it must not do. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** URLs of all requests, and their headers. */
  readonly requests: readonly { readonly url: string; readonly headers: Readonly<Record<string, string>> }[];
  /** Errors of scripts, violations of the policy, requests to other hosts. Failures of the API's own are in `failures`. */
  readonly faults: readonly string[];
  /** Leaves the page. Fails where it did what it must not do. */
  close(): Promise<void>;
}

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
/** What the browser itself writes where an answer is an error or does not come: tests of outages cause them. */
const NETWORK = /Failed to load resource|net::ERR_/;

/** For what the page is told to do, and what it is to show: a machine may be busy with other things. */
const PATIENCE_MS = 120_000;

/** What a tab of the browser has asked for and done wrong since a test got it. */
interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  requests: { readonly url: string; readonly headers: Readonly<Record<string, string>> }[];
  faults: string[];
}

/** Opens paths of the dashboard. A tab that a test has left is used again: to start one costs more than most tests. */
export function createOpener(browser: Browser, apiUrl: string) {
  const idle = new Map<string, Tab[]>();
  /** Opens a path, and waits until it shows what it has read. */
  return async (path: string, options: OpenOptions = {}): Promise<WatchedPage> => {
    const kind = JSON.stringify(options);
    const tab = idle.get(kind)?.pop() ?? (await openTab(browser, apiUrl, options));
    tab.requests = [];
    tab.faults = [];
    const { page, context, requests, faults } = tab;
    await page.goto(`${apiUrl}${path}`);
    await settled(page);
    return {
      page,
      context,
      requests,
      faults,
      close: async () => {
        const found = [...faults];
        if (options.alone === true) await context.close();
        else {
          await leave(page);
          idle.set(kind, [...(idle.get(kind) ?? []), tab]);
        }
        expect(found).toEqual([]);
      },
    };
  };
}

/** Nothing of what a test did stays for the next one. */
async function leave(page: Page): Promise<void> {
  await page.unrouteAll();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto('about:blank');
}

async function openTab(
  browser: Browser,
  apiUrl: string,
  { theme = 'light', size = 'desktop', timezoneId = 'UTC', standsAt }: OpenOptions,
): Promise<Tab> {
  const isPhone = size === 'phone';
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: theme,
    timezoneId,
    isMobile: isPhone,
    hasTouch: isPhone,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const tab: Tab = { context, page, requests: [], faults: [] };
  page.on('request', (request) => {
    tab.requests.push({ url: request.url(), headers: request.headers() });
    const { origin, protocol } = new URL(request.url());
    const isOwn = origin === apiUrl || protocol === 'data:' || protocol === 'blob:';
    if (!isOwn) tab.faults.push(`a request to another host: ${request.url()}`);
  });
  page.on('pageerror', (error) => tab.faults.push(`an error of a script: ${error.message}`));
  page.on('console', (message) => {
    const isFault = message.type() === 'error' || message.type() === 'warning';
    if (isFault && !NETWORK.test(message.text())) tab.faults.push(`console: ${message.text()}`);
  });
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      // oxlint-disable-next-line eslint/no-console -- in the page, whose console is watched
      console.error(`policy: ${event.violatedDirective} refused ${event.blockedURI}`);
    });
  });
  if (standsAt !== undefined) await page.clock.setFixedTime(standsAt * 1_000);
  return tab;
}

/** Waits until nothing is shown as loading any more, and the lines of a table, which come after its rows, are there. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(
    () => document.querySelector('main :is(.loading, [aria-busy="true"], td[data-line]:empty)') === null,
  );
}

/** The text of a table but for the ages of its rows, which go on by themselves. */
export function withoutAges(text: string): string {
  return text.replaceAll(/\b\d+ (?:s|min|h)(?: \d+ (?:s|min))?(?!\S)/g, '');
}
