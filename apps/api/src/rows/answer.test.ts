import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { csvEncoder, jsonEncoder } from './answer.ts';

const COLUMNS = ['text', 'number', 'flag', 'none'];
const row = { none: null, flag: true, number: 0.1, text: 'plain', other: 'left out' };

describe('rows as lines', () => {
  it('hold the columns that were asked for, in their order', () => {
    expect(jsonEncoder(COLUMNS)(row)).toBe('{"text":"plain","number":0.1,"flag":true,"none":null}');
    expect(csvEncoder(COLUMNS)(row)).toBe('plain,0.1,true,\r\n');
  });

  it.each(['a,b', 'a "b"', 'a\r\nb', ' ', '=1+1', '🦀'])('keep the text %j as it is', (text) => {
    const csv = csvEncoder(['text', 'number'])({ ...row, text });
    expect(parse(csv)).toEqual([[text, '0.1']]);
    expect(JSON.parse(jsonEncoder(['text'])({ text }))).toEqual({ text });
  });

  it('tell empty text from null', () => {
    expect(csvEncoder(['text', 'none'])({ text: '', none: null })).toBe('"",\r\n');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, 1n])('refuse %s, which would turn into null', (number) => {
    expect(() => csvEncoder(COLUMNS)({ ...row, number })).toThrow('number');
    expect(() => jsonEncoder(COLUMNS)({ ...row, number })).toThrow('number');
  });
});
