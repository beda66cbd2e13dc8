import type { RowFormat } from '@tidemark/contract';
import { ByteWriter, type CopiedCells, textView } from '@tidemark/schema';
import { type AnswerRow, rowEncoder, toCsvCell } from './answer.ts';

/**
 * Where a column of the answer comes from: the cell with that number, in the form in which Postgres writes it, or the same value in each row.
 * `number` covers exact ones that answers have without quotes, `seconds` is of unix milliseconds after 1970.
 */
export type ColumnSource =
  | { readonly cell: number; readonly form: CellForm }
  | { readonly value: string | number | boolean | null };

type CellForm = 'number' | 'seconds' | 'boolean' | 'digits' | 'text';

/** How the rows of one reserve are written: constant bytes, and a cell after each. */
export interface RowPlan {
  readonly steps: readonly PlanStep[];
  /** Of all steps, one after the other, and then what follows the last cell. */
  readonly constant: DataView;
  readonly tail: Place;
}

interface PlanStep {
  readonly before: Place;
  readonly cell: number;
  readonly form: CellForm;
}

/** Of bytes in `constant`. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** Rows in one form, written one after the other: JSON with a comma before each, lines of CSV or NDJSON with their end. */
export class RowEncoder {
  readonly out = new ByteWriter();
  readonly #format: RowFormat;
  readonly #columns: readonly string[];
  /** What is written in front of the value of each. */
  readonly #keys: readonly string[];
  readonly #encodeRow: (row: AnswerRow) => string;

  constructor(format: RowFormat, columns: readonly string[]) {
    this.#format = format;
    this.#columns = columns;
    this.#keys = columns.map((column, index) => {
      if (format === 'csv') return index === 0 ? '' : ',';
      return `${index === 0 ? '{' : ','}${JSON.stringify(column)}:`;
    });
    this.#encodeRow = rowEncoder(format, columns);
  }

  /** Writes a row that was made here. */
  row(row: AnswerRow): void {
    this.out.text(this.#encodeRow(row));
  }

  /** Works out once what is the same in many rows. */
  plan(sourceOf: (column: string) => ColumnSource): RowPlan {
    const isCsv = this.#format === 'csv';
    const steps: PlanStep[] = [];
    const texts: string[] = [];
    let end = 0;
    const place = (text: string): Place => {
      const start = end;
      end += Buffer.byteLength(text);
      texts.push(text);
      return { start, end };
    };
    let constant = this.#format === 'json' ? ',' : '';
    for (const [index, column] of this.#columns.entries()) {
      constant += this.#keys[index] ?? '';
      const source = sourceOf(column);
      if ('value' in source) constant += isCsv ? toCsvCell(source.value) : JSON.stringify(source.value);
      else {
        steps.push({ before: place(constant), cell: source.cell, form: source.form });
        constant = '';
      }
    }
    const tail = place(constant + { json: '}', ndjson: '}\n', csv: '\r\n' }[this.#format]);
    return { steps, tail, constant: textView(texts.join('')) };
  }

  /** Writes the line at which `cells` is. Throws a RangeError for a number that JSON cannot carry. */
  line({ steps, tail, constant }: RowPlan, cells: CopiedCells): void {
    const { out } = this;
    out.ensure(tail.end + MOST_GROWTH * (cells.lineEnd - cells.lineStart) + MOST_ADDED * steps.length);
    for (const { before, cell, form } of steps) {
      out.copy(constant, before.start, before.end);
      this.#cell(cells, cell, form);
    }
    out.copy(constant, tail.start, tail.end);
  }

  #cell(cells: CopiedCells, cell: number, form: PlanStep['form']): void {
    const { out } = this;
    const isCsv = this.#format === 'csv';
    const start = cells.start(cell);
    const end = cells.end(cell);
    if (cells.isNull(cell)) {
      if (!isCsv) out.copy(WORDS, NULL.start, NULL.end);
      return;
    }
    switch (form) {
      case 'number':
        if (isNotFinite(cells.bytes, start)) throw new RangeError('A stored number is not finite');
        out.copy(cells.view, start, end);
        return;
      case 'seconds':
        out.copy(cells.view, start, end - MILLISECOND_DIGITS);
        return;
      case 'boolean': {
        const word = cells.bytes[start] === LETTER_T ? TRUE : FALSE;
        out.copy(WORDS, word.start, word.end);
        return;
      }
      case 'digits':
        if (!isCsv) out.byte(QUOTE);
        out.copy(cells.view, start, end);
        if (!isCsv) out.byte(QUOTE);
        return;
      default: {
        const text = cells.text(cell);
        out.text(isCsv ? toCsvCell(text) : JSON.stringify(text));
      }
    }
  }
}

const MILLISECOND_DIGITS = 3;
/** A control character in a text takes six bytes in JSON and two in a copy. */
const MOST_GROWTH = 6;
/** Quotes, or the words for null and booleans. */
const MOST_ADDED = 8;
const [QUOTE, LETTER_T, LETTER_I, LETTER_N, MINUS] = [34, 116, 73, 78, 45];
const WORDS = textView('nulltruefalse');
const [NULL, TRUE, FALSE] = [
  { start: 0, end: 4 },
  { start: 4, end: 8 },
  { start: 8, end: 13 },
];

/** `NaN`, `Infinity`, `-Infinity`. */
function isNotFinite(bytes: Uint8Array, start: number): boolean {
  const first = bytes[start] === MINUS ? bytes[start + 1] : bytes[start];
  return first === LETTER_N || first === LETTER_I;
}
