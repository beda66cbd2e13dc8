import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compare, type Line, patched, type RecordedAccount, type RecordedAccounts } from './recording.ts';

const account = fc.record({
  owner: fc.constantFrom('one', 'other'),
  data: fc.array(fc.constantFrom(0, 0, 0, 7), { minLength: 28, maxLength: 30 }).map((bytes) => Uint8Array.from(bytes)),
});
const accounts = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), account), { selector: ([address]) => address })
  .map((entries) => new Map<string, RecordedAccount>(entries));

function apply(before: RecordedAccounts, lines: readonly Line[]): Map<string, RecordedAccount> {
  const after = new Map(before);
  for (const line of lines) {
    if (line.do === 'remove') after.delete(line.address);
    if (line.do === 'put') after.set(line.address, { owner: line.owner, data: Buffer.from(line.data, 'base64') });
    const known = line.do === 'patch' ? before.get(line.address) : undefined;
    if (line.do === 'patch' && known !== undefined)
      after.set(line.address, { ...known, data: patched(known.data, line.edits) });
  }
  return after;
}

const textOf = (all: RecordedAccounts): string[] =>
  [...all].map(([address, { owner, data }]) => `${address} ${owner} ${Buffer.from(data).toString('hex')}`).toSorted();

it('lines that tell two states of accounts apart make one of the other, and none stands for no difference', () => {
  fc.assert(
    fc.property(accounts, accounts, (before, after) => {
      expect(textOf(apply(before, compare(before, after)))).toEqual(textOf(after));
      expect(compare(after, after)).toEqual([]);
    }),
  );
});
