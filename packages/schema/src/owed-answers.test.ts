import { describe, expect, it } from 'vitest';
import { createOwedAnswers } from './owed-answers.ts';

const message = (type: string, body = ''): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, Buffer.from(body, 'latin1')]);
};
const startup = Buffer.concat([Buffer.from([0, 0, 0, 13]), Buffer.from([0, 3, 0, 0]), Buffer.from('user\0')]);
const ready = message('Z', 'I');

function connected() {
  const owed = createOwedAnswers();
  owed.onWritten(startup);
  owed.onReceived(Buffer.concat([message('R', 'auth'), ready]));
  return owed;
}

describe('the answers that a server owes', () => {
  it('begin with that to the first message', () => {
    const owed = createOwedAnswers();
    owed.onWritten(startup);
    expect(owed.isNoneOwed()).toBe(false);
    owed.onReceived(message('R', 'a password, please'));
    owed.onWritten(message('p', 'secret'));
    expect(owed.isNoneOwed()).toBe(false);
    owed.onReceived(ready);
    expect(owed.isNoneOwed()).toBe(true);
  });

  it('are as many as statements were sent, however they are cut into pieces', () => {
    for (const size of [1, 2, 3, 7, 1000]) {
      const owed = connected();
      const pieces = (whole: Buffer): Buffer[] =>
        Array.from({ length: Math.ceil(whole.length / size) }, (_, at) => whole.subarray(at * size, (at + 1) * size));
      const sent = Buffer.concat([message('B', 'SSS'), message('E'), message('S'), message('Q', 'SELECT ZZZZ\0')]);
      for (const piece of pieces(sent)) owed.onWritten(piece);
      const answer = Buffer.concat([message('2'), message('D', 'Z\0\0\0\x05I'), message('C', 'SELECT 1'), ready]);
      for (const piece of pieces(answer)) owed.onReceived(piece);
      expect(owed.isNoneOwed()).toBe(false);
      for (const piece of pieces(answer)) owed.onReceived(piece);
      expect(owed.isNoneOwed()).toBe(true);
    }
  });

  it('are also due of what was only flushed, though an earlier statement has its answer', () => {
    const owed = connected();
    owed.onWritten(Buffer.concat([message('E'), message('S'), message('P'), message('D'), message('H')]));
    owed.onReceived(ready);
    expect(owed.isNoneOwed()).toBe(false);
    owed.onWritten(Buffer.concat([message('B'), message('S')]));
    expect(owed.isNoneOwed()).toBe(false);
    owed.onReceived(ready);
    expect(owed.isNoneOwed()).toBe(true);
  });

  it('are none while notifications come', () => {
    const owed = connected();
    owed.onReceived(message('A', 'a channel'));
    expect(owed.isNoneOwed()).toBe(true);
  });
});
