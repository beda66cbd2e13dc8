import type { ConfigChange } from '../../api/history.ts';
import type { Mark } from '../../chart/types.ts';
import { fieldWords } from '../../format/words.ts';

/** Changes as marks of the charts, numbered as the list has them: the newest is 1. */
export function marksOf(changes: readonly ConfigChange[]): readonly Mark[] {
  return changes.map((change, index) => ({
    time: change.timestamp,
    number: index + 1,
    text: `${fieldWords(change.field)}: ${shown(change.old_value)} → ${shown(change.new_value)}`,
  }));
}

export function shown(value: ConfigChange['old_value']): string {
  return value === null ? 'none' : String(value);
}
