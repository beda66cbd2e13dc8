import type { FieldDefinition } from '@tidemark/core';
import type { OwnField } from '../protocol.ts';

/** An own field as a row of a table. */
export type OwnFieldRow = readonly [name: string, column: string, type: OwnField['type'], definition: FieldDefinition];

export function toOwnFields(of: OwnField['of'], rows: readonly OwnFieldRow[]): OwnField[] {
  return rows.map(([name, column, type, definition]) => ({ of, name, column, type, definition }));
}
