import type { FieldDefinition } from '@tidemark/core';
import { PROTOCOLS } from '@tidemark/protocols';
import { describe, expect, it } from 'vitest';
import { dataDictionary, describeDefinition, dictionaryGroups, type FieldName, isFieldName } from './dictionary.ts';
import { publicViews } from './views/public-views.ts';

/** Whole base units, or a decimal of any unit. */
const isExact = ({ type, unit }: FieldDefinition) => type === 'decimal' || (unit === 'base units' && type !== 'number');
const names = Object.keys(dataDictionary).filter(isFieldName);

/** Names of which the rule does not hold. */
const violating = (applies: (name: FieldName) => boolean, holds: (name: FieldName) => boolean) =>
  names.filter((name) => applies(name) && !holds(name));

describe('sources in the accounts of a protocol', () => {
  it('are of known fields, and every protocol has one of each field that is never null', () => {
    const columns = Object.values(publicViews).flatMap((view) => Object.entries(view.columns));
    const known = new Map<string, FieldDefinition>([...columns, ...Object.entries(dataDictionary)]);
    const named = [...new Set(PROTOCOLS.flatMap(({ sources }) => Object.keys(sources)))];
    const missing = named.flatMap((field) => {
      const lacking = PROTOCOLS.filter(({ sources }) => sources[field] === undefined).map(({ name }) => name);
      const isComplete = lacking.length === 0 || known.get(field)?.nullRule !== 'never';
      return known.has(field) && isComplete ? [] : [`${field} ${lacking.join()}`];
    });
    expect(missing).toEqual([]);
  });
});

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
    ['_raw', (name: FieldName) => isExact(dataDictionary[name])],
    ['_b', (name: FieldName) => dataDictionary[name].unit === 'boolean'],
    ['_at', (name: FieldName) => dataDictionary[name].unit === 'UTC time'],
    ['_timestamp', (name: FieldName) => dataDictionary[name].unit === 'unix seconds'],
    ['_str', (name: FieldName) => dataDictionary[name].unit === 'none'],
  ])('holds to the meaning of the suffix %s', (suffix, holds) => {
    expect(names.some((name) => name.endsWith(suffix))).toBe(true);
    expect(violating((name) => name.endsWith(suffix), holds)).toEqual([]);
  });

  it('tells unit, null rule, source and method in one paragraph', () => {
    expect(describeDefinition(dataDictionary.borrowed_amount_raw)).toBe(
      'Amount owed by borrowers as of last_update_slot, as the account holds it. Unit: base units. Null: never. Source: Reserve account, offset 232. Method: account-1.0.',
    );
    expect(describeDefinition(dataDictionary.reserve)).toBe(
      'Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0.',
    );
  });
});
