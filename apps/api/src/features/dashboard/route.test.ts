import { expect, it } from 'vitest';
import { prefersPage } from './route.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

it.each([
  [BROWSER, true],
  ['text/html', true],
  ['TEXT/HTML, application/json;q=0.5', true],
  ['text/html, application/json;q=0.5', true],
  ['text/html;q=0.4, application/json', false],
  ['text/html;q=0, */*', false],
  ['application/json, text/html', true],
  ['*/*', false],
  ['application/json', false],
  ['', false],
  [undefined, false],
])('Accept: %s names a page: %s', (accept, expected) => {
  expect(prefersPage(accept)).toBe(expected);
});
