import { leafPaths } from './paths.ts';
import type { FieldRule } from './rules.ts';

/** What is known of one account type on both sides. */
export interface FieldMap {
  readonly rules: readonly FieldRule[];
  readonly oursElsewhere: Readonly<Record<string, string>>;
  readonly sdkUnread: Readonly<Record<string, string>>;
}

/**
 * Leaves of either side that no rule and no list mentions, and names that no account has. Empty where nothing is left
 * uncompared: a field that the SDK or packages/protocols gains is found here.
 */
export function uncoveredLeaves(ours: unknown, sdk: unknown, map: FieldMap): string[] {
  return [
    ...compare('ours', leafPaths(ours), [...map.rules.map((rule) => rule.ours), ...Object.keys(map.oursElsewhere)]),
    ...compare('sdk', leafPaths(sdk), [...map.rules.map((rule) => rule.sdk), ...Object.keys(map.sdkUnread)]),
  ];
}

function compare(side: string, actual: ReadonlySet<string>, known: readonly string[]): string[] {
  const expected = new Set(known);
  const repeated = known.filter((path, i) => known.indexOf(path) !== i);
  return [
    ...[...actual].filter((path) => !expected.has(path)).map((path) => `${side}: ${path} is not compared`),
    ...[...expected].filter((path) => !actual.has(path)).map((path) => `${side}: ${path} does not exist`),
    ...repeated.map((path) => `${side}: ${path} is compared twice`),
  ];
}
