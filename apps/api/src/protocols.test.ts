import { PROTOCOL_NAMES } from '@tidemark/protocols';
import { describe, expect, it } from 'vitest';
import { parseProtocols } from './protocols.ts';

describe('parseProtocols', () => {
  it('serves a protocol under its own name and its aliases', () => {
    expect(parseProtocols(['kamino'])).toEqual([{ name: 'kamino', segments: ['kamino'] }]);
    expect(parseProtocols(['kamino=lender|my-lender-2'])).toEqual([
      { name: 'kamino', segments: ['kamino', 'lender', 'my-lender-2'] },
    ]);
  });

  it('refuses a protocol that nobody indexes, and the same segment twice', () => {
    expect(() => parseProtocols(['aave'])).toThrow(`the protocols are ${PROTOCOL_NAMES.join(', ')}`);
    expect(() => parseProtocols(['kamino', 'kamino=x'])).toThrow('named twice');
    expect(() => parseProtocols(['kamino=lend'])).toThrow('stands for all protocols');
  });
});
