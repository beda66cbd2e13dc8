import { describe, expect, it } from 'vitest';
import { dataDictionary, describeField, dictionaryGroups, type FieldName, isFieldName } from './dictionary.ts';

const names = Object.keys(dataDictionary).filter(isFieldName);

/** Names of which the rule does not hold. */
const violating = (applies: (name: FieldName) => boolean, holds: (name: FieldName) => boolean) =>
  names.filter((name) => applies(name) && !holds(name));

describe('the data dictionary', () => {
  it('holds every name once', () => {
    const grouped = Object.values(dictionaryGroups).flatMap((group) => Object.keys(group));
    expect(new Set(grouped).size).toBe(grouped.length);
    expect(grouped.toSorted()).toEqual(names.toSorted());
  });

  it('leaves no part of a definition empty and ends every description with a full stop', () => {
    const complete = (name: FieldName) =>
      Object.values(dataDictionary[name]).every((part) => part.length > 0 && String(part).trim() !== '') &&
      dataDictionary[name].description.endsWith('.');
    expect(violating(() => true, complete)).toEqual([]);
  });

  it.each([
    ['_usd_f', (name: FieldName) => dataDictionary[name].unit.startsWith('USD')],
    [
      '_raw',
      (name: FieldName) =>
        name.endsWith('sf_raw')
          ? dataDictionary[name].scale === '2^60'
          : dataDictionary[name].unit === 'base units' && dataDictionary[name].scale === '1',
    ],
    ['_b', (name: FieldName) => dataDictionary[name].unit === 'boolean'],
    ['_sf', (name: FieldName) => dataDictionary[name].scale === '2^60'],
    ['_at', (name: FieldName) => dataDictionary[name].unit === 'UTC time'],
    ['_timestamp', (name: FieldName) => dataDictionary[name].unit === 'unix seconds'],
    ['_str', (name: FieldName) => dataDictionary[name].unit === 'none'],
  ])('holds to the meaning of the suffix %s', (suffix, holds) => {
    expect(names.some((name) => name.endsWith(suffix))).toBe(true);
    expect(violating((name) => name.endsWith(suffix), holds)).toEqual([]);
  });

  it('tells unit, scale, null rule, source and method in one paragraph', () => {
    expect(describeField('borrowed_amount_sf')).toBe(
      'Amount owed by borrowers as of last_update_slot, as the account holds it. Unit: base units, scaled by 2^60. Null: never. Source: Reserve account, offset 232. Method: account-1.0.',
    );
    expect(describeField('token_address')).toBe(
      'Mint address of the token that is lent. Null: never. Source: Reserve account, offset 128. Method: account-1.0.',
    );
  });
});
