import { describe, expect, it } from 'vitest';
import { escapeUnseen, nameText, showName } from './names.ts';

const ADDRESS = 'D6q6wuQSrifJKZYpR1M8R4YawnLDtDsMmWM1NbBmgJ59';

/** Characters of a text that a reader cannot see, or that move what he sees: by Unicode's own classes, written out as ranges. */
const HIDDEN =
  // oxlint-disable-next-line eslint/no-control-regex, eslint/no-misleading-character-class -- they are what is looked for
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]/;

describe('a name of the chain', () => {
  it.each([
    ['\u202egnp.exe', '\\u202egnp.exe'],
    ['U\u200bSDC', 'U\\u200bSDC'],
    ['USDC\u2066', 'USDC\\u2066'],
    ['USDC\u0000\n\t', 'USDC\\u0000\\u000a\\u0009'],
    ['USDC ', 'USDC\\u0020'],
    [' USDC', '\\u0020USDC'],
    ['Main  Market', 'Main \\u0020Market'],
    ['USDC\u00a0', 'USDC\\u00a0'],
    ['US\u3164DC', 'US\\u3164DC'],
    ['US\u0323DC', 'U\u1e62DC'],
    ['U\u0336SDC', 'U\\u0336SDC'],
    ['\uff35\uff33\uff24\uff23', '\\uff35\\uff33\\uff24\\uff23'],
    ['\u{1d414}SDC', '\\u{1d414}SDC'],
    ['\u0131\u0251', '\\u0131\\u0251'],
    ['1\u2215\u0662', '1\\u2215\\u0662'],
    ['\\u200b', '\\\\u200b'],
  ])('shows what is not seen, or imitates: %j', (name, text) => {
    expect(showName(name)?.text).toBe(text);
  });

  it.each(['USDC', 'mSOL', 'JLP Market', 'Crème', 'a-b_c.d (e)', '測試', '=1+1', '$WIF', '<script>', '€UR'])(
    'is as it is where there is nothing to hide: %s',
    (name) => {
      expect(nameText(name, ADDRESS)).toBe(name);
    },
  );

  it('of Cyrillic or Greek letters that look like others has none of them left, and is marked where scripts are mixed', () => {
    expect(showName('U\u0405DC')).toEqual({ text: 'U\\u0405DC', isMixed: true });
    expect(showName('\u0405\u041e\u054d')?.text).toBe('\\u0405\\u041e\\u054d');
    expect(showName('\u0391\u0392')).toEqual({ text: '\\u0391\\u0392', isMixed: false });
    expect(nameText('測試USDC', ADDRESS)).toBe('測試USDC △');
    expect(nameText('USDC', ADDRESS)).not.toContain('△');
  });

  it.each(['', '   ', '\u200b', ' \u00a0\u3000\u2800', '\u202e\u202c', '\u3164'])(
    'that has nothing to see is its address: %j',
    (name) => {
      expect(nameText(name, ADDRESS)).toBe('D6q6…gJ59');
    },
  );

  it('of two that differ is shown as two, whatever stands in it, and hides nothing', () => {
    const parts = [
      '',
      ' ',
      'A',
      '\u200b',
      '\u202e',
      '\u0410',
      '\u0391',
      '\\',
      '\\u200b',
      'u',
      '\u00a0',
      '\ud800',
      '\u0301',
    ];
    const names = parts.flatMap((one) => parts.flatMap((two) => parts.map((three) => `x${one}${two}${three}y`)));
    const distinct = new Set(names.map((name) => name.normalize('NFC')));
    const shown = [...distinct].map((name) => showName(name)?.text ?? '');
    expect(new Set(shown).size).toBe(distinct.size);
    expect(shown.filter((text) => HIDDEN.test(text))).toEqual([]);
  });

  it('that is read from right to left does not turn around what stands beside it', () => {
    expect(nameText('\u05d0\u05d1', ADDRESS)).toBe('\u2068\u05d0\u05d1\u2069');
  });
});

it('JSON with hidden characters shows them, and is the same JSON', () => {
  const value = { name: 'a\u202eb\u200bc\u{e0001}d é' };
  const text = escapeUnseen(JSON.stringify(value, null, 2));
  expect(HIDDEN.test(text.replaceAll('\n', ''))).toBe(false);
  expect(text).toContain('é');
  expect(JSON.parse(text)).toEqual(value);
});
