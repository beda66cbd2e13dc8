import { isAddress } from '@tidemark/core';

/** What the name of an account file says. */
export interface AccountFileName {
  /** null where the name is not an address; a JSON file then names the account inside. */
  readonly address: string | null;
  /** What follows `@`; '' for a plain name. */
  readonly label: string;
  readonly format: 'bin' | 'json';
}

const PATTERN = /^(?<stem>[^@]+)(?:@(?<label>.*))?\.(?<format>bin|json)$/;

/** Reads `ADDRESS.bin`, `ADDRESS@label.bin` and the same with `.json`; null for names that are neither. */
export function parseAccountFileName(name: string): AccountFileName | null {
  const groups = PATTERN.exec(name)?.groups;
  if (groups === undefined) return null;
  const stem = groups['stem'] ?? '';
  const address = isAddress(stem) ? stem : null;
  const format = groups['format'] === 'json' ? 'json' : 'bin';
  if (address === null && format === 'bin') return null;
  return { address, label: groups['label'] ?? '', format };
}
