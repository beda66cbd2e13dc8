import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseAnswer } from './parse-answer.ts';

const answerSchema = z.object({ value: z.array(z.looseObject({ data: z.array(z.string()) })) });

/** The accounts with their bytes as this reads them, and as a parser of the whole text does. */
function readBoth(json: string) {
  const { answer, dataOf } = parseAnswer(Buffer.from(json));
  const accountsOf = (parsed: unknown, bytesOf: (text: string) => unknown) =>
    answerSchema.parse(parsed).value.map(({ data: [text = ''], ...rest }) => ({ ...rest, bytes: bytesOf(text) }));
  return {
    read: accountsOf(answer, dataOf),
    expected: accountsOf(JSON.parse(json), (text) => Buffer.from(text, 'base64')),
  };
}

const account = (data: string) => ({ data: [data, 'base64'], owner: 'Öwner "data":["', space: 3 });
const DATA = ['', 'AQID', 'AQ==', 'AQI=', '+/+/', Buffer.alloc(10_000, 7).toString('base64')];

describe('parseAnswer', () => {
  const value = DATA.map(account);

  it.each([
    ['as nodes write it', JSON.stringify({ value })],
    ['with spaces', JSON.stringify({ value }, null, 2)],
    ['with escaped slashes', JSON.stringify({ value }).replaceAll('/', String.raw`\/`)],
    ['with keys after it', `${JSON.stringify({ value }).slice(0, -1)},"id":"ü"}`],
  ])('gives the accounts that the parser of the whole text gives (%s)', (_form, json) => {
    const { read, expected } = readBoth(json);
    expect(read).toEqual(expected);
    expect(read).toHaveLength(DATA.length);
  });

  it('gives everything beside the data as the parser does', () => {
    const rest = { jsonrpc: '2.0', result: { context: { slot: 77 }, value: [null] }, data: { x: 'é' }, id: 'é' };
    expect(parseAnswer(Buffer.from(JSON.stringify(rest))).answer).toEqual(rest);
  });

  it.each(['A!ID', 'AQI', 'ÄÖÜA', 'AQ ID'])('tells that %s is not base64', (text) => {
    const { answer, dataOf } = parseAnswer(Buffer.from(JSON.stringify({ value: [account(text)] })));
    expect(answerSchema.parse(answer).value.map(({ data: [read = ''] }) => dataOf(read))).toEqual([undefined]);
  });

  it('lets no answer refer to the data of another account', () => {
    const json = JSON.stringify({ value: [account('AQID')] });
    const mark = answerSchema.parse(parseAnswer(Buffer.from(json)).answer).value[0]?.data[0] ?? '';
    // With a space, so that it is left to the parser; the mark of another process would be another one.
    const forged = `{"value":[${JSON.stringify(account('AQID'))},{"data": ["${mark.replace(/#\w+/, '#0')}"]}]}`;
    const { answer, dataOf } = parseAnswer(Buffer.from(forged));
    expect(answerSchema.parse(answer).value.map(({ data: [text = ''] }) => dataOf(text))).toEqual([
      Buffer.from([1, 2, 3]),
      undefined,
    ]);
  });

  it.each(['', '{"data":["AQID', '{"data":["AQID"', 'not JSON'])('fails on %j as the parser does', (text) => {
    expect(() => parseAnswer(Buffer.from(text))).toThrow(SyntaxError);
  });
});
