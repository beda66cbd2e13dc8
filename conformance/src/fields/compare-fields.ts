import { readLeaves } from './paths.ts';
import { type FieldRule, leafText } from './rules.ts';

export interface FieldDifference {
  readonly field: string;
  readonly ours: string;
  readonly sdk: string;
}

export interface FieldComparison {
  /** Values compared; a list counts each of its places. */
  readonly values: number;
  readonly newerValues: number;
  readonly differences: readonly FieldDifference[];
}

/** Compares every field of one decoded account by its rule. */
export function compareFields(ours: unknown, sdk: unknown, rules: readonly FieldRule[]): FieldComparison {
  const differences: FieldDifference[] = [];
  let [values, newerValues] = [0, 0];
  for (const rule of rules) {
    const found = readLeaves(ours, rule.ours).map(leafText);
    const expected = rule.expect(readLeaves(sdk, rule.sdk));
    if (rule.newer === true) newerValues += expected.length;
    else values += expected.length;
    if (found.length === expected.length && found.every((text, i) => text === expected[i])) continue;
    differences.push({ field: rule.ours, ours: found.join(' '), sdk: expected.join(' ') });
  }
  return { values, newerValues, differences };
}
