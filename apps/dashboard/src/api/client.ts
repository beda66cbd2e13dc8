import { createTidemarkClient, type TidemarkClient, TidemarkError } from '@tidemark/client';
import { useSyncExternalStore } from 'react';

/**
 * The API key that was entered, in this variable and nowhere else: not in the URL, not in any storage. Reloading the page
 * forgets it.
 */
let key = '';
const listeners = new Set<() => void>();

export function currentKey(): string {
  return key;
}

export function setKey(next: string): void {
  key = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The caller: with a key or without. Answers differ by it, so it is part of the key of every cached query. */
export type Tier = 'public' | 'key';

export function useTier(): Tier {
  return useSyncExternalStore(subscribe, () => (key === '' ? 'public' : 'key'));
}

/** Where the API is: the origin of the page, unless the page names another one. */
export const apiUrl = readApiUrl();

function readApiUrl(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="tidemark-api"]')?.content.trim() ?? '';
  return (named === '' ? location.origin : named).replace(/\/$/, '');
}

/** How long an answer is waited for before the page says that the API does not answer. */
const TIMEOUT_MS = 15_000;

let made: { readonly key: string; readonly client: TidemarkClient } | undefined;

/** The client of whoever sits at the page: with the key that was entered, if any. */
export function client(): TidemarkClient {
  if (made?.key !== key) made = { key, client: clientWith(key) };
  return made.client;
}

/** A client with a key that is not in use yet. */
export function clientWith(apiKey: string): TidemarkClient {
  // A query is asked for again by itself: the client must not do so, too, in silence.
  return createTidemarkClient({ baseUrl: apiUrl, apiKey, timeoutMs: TIMEOUT_MS, retries: 0 });
}

/** The body of an answer. One of 2xx always has one, so its absence is an error of the service. */
export async function bodyOf<Body>(answer: Promise<{ readonly data?: Body | undefined }>): Promise<Body> {
  const { data } = await answer;
  if (data === undefined) throw new Error('The API answered without a body.');
  return data;
}

/** What went wrong, for people: the words of the API where it has any. */
export function explain(error: unknown): string {
  const details = error instanceof TidemarkError ? (error.details ?? '') : '';
  return details === '' ? sentence(error) : `${sentence(error)} ${details}`;
}

/** The same in one sentence, without what helps to report it. */
export function sentence(error: unknown): string {
  if (error instanceof TidemarkError) {
    if (error.code === null) return `The API answered ${error.status}.`;
    return error.message;
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'The API did not answer in time.';
  if (error instanceof TypeError) return 'The API cannot be reached.';
  return error instanceof Error ? error.message : 'Something went wrong.';
}

/** Whether the API says that it knows nothing of this name. */
export function isUnknown(error: unknown): boolean {
  return error instanceof TidemarkError && (error.status === 404 || error.status === 400);
}

/** Whether trying again can help: the request was fine, and the service was not. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof TidemarkError) || error.status >= 500;
}

/** Milliseconds that the API asks to wait before the next attempt; 0 where it asks for nothing. */
export function waitOf(error: unknown): number {
  return error instanceof TidemarkError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
}

/** Until a query is sent again, milliseconds: the interval, or longer where the API has asked to wait (Retry-After). */
export const every =
  (intervalMs: number) =>
  ({ state }: { readonly state: { readonly error: Error | null } }): number =>
    Math.max(intervalMs, waitOf(state.error));
