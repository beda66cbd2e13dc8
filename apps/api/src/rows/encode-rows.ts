import { csvCell } from '@tidemark/model/fields';

/** A row as answers have it: values by the name of the field. */
export type AnswerRow = object;

type Cell = string | number | boolean | null | object;

/**
 * One column of a row. Throws a RangeError for a number that JSON cannot carry and a TypeError for a column that the row
 * does not have: both would otherwise turn into a silent null.
 */
function pickCell(row: AnswerRow, name: string): Cell {
  const value: unknown = Reflect.get(row, name);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    throw new RangeError(`The column ${name} holds a number that is not finite`);
  }
  if (typeof value === 'object') return value;
  throw new TypeError(`The column ${name} is a ${typeof value}`);
}

/** A writer of rows as JSON objects with the columns in their order, without what stands between them. */
export function jsonEncoder(columns: readonly string[]): (row: AnswerRow) => string {
  const fields = columns.map((name, index) => [name, `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`] as const);
  return (row) => {
    let text = '';
    for (const [name, prefix] of fields) text += prefix + toJson(pickCell(row, name));
    return `${text}}`;
  };
}

/** Of numbers and booleans, text is JSON too, and several times as fast to make. */
function toJson(cell: Cell): string {
  return typeof cell === 'string' || typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/** A writer of rows as lines of CSV. Null is an empty cell, empty text a quoted one; doubles as JSON has them. */
export function csvEncoder(columns: readonly string[]): (row: AnswerRow) => string {
  return (row) => {
    let text = '';
    let separator = '';
    for (const name of columns) {
      text += separator + toCsvCell(pickCell(row, name));
      separator = ',';
    }
    return `${text}\r\n`;
  };
}

function toCsvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell === '' ? '""' : csvCell(cell);
  return typeof cell === 'object' ? csvCell(JSON.stringify(cell)) : String(cell);
}
