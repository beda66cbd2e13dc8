import { HISTORY_COLUMNS, type HistoryRow, type ReserveInfo } from '@tidemark/contract';
import { definitionIn, isText } from '@tidemark/model/fields';
import { CopiedCells, type CopiedRows, LEADING } from '@tidemark/schema';
import { type ColumnSource, RowEncoder, type RowPlan } from '../../rows/row-encoder.ts';
import { identityOf } from './rows.ts';

/** Columns that are the same in all rows of a reserve. */
type Constants = Readonly<Record<string, string | number | boolean | null>>;

/** How the rows of a reserve are written, and its address as rows begin with it. */
interface KnownPlan {
  readonly info: ReserveInfo;
  readonly address: Buffer;
  readonly plan: RowPlan;
}

/** The cells that histories are read with, and how their lines are written. */
export class HistoryLines {
  /** Names of the cells, without the leading ones. */
  readonly cells: readonly string[];
  readonly #encoder: RowEncoder;
  readonly #constants: Constants;
  readonly #placeOf: ReadonlyMap<string, number>;
  /** Of the columns that are not of the reserve. */
  readonly #sources = new Map<string, ColumnSource>();
  #known: KnownPlan | null = null;

  /** `constants`: columns that no cell is read for. `more`: cells that are wanted whatever the columns are. */
  constructor(
    { columns, encoder }: { readonly columns: readonly string[]; readonly encoder: RowEncoder },
    constants: Constants,
    more: readonly string[],
  ) {
    const isRead = (name: string): boolean => !(name in constants) && !IDENTITY.has(name) && !(name in LEADING_COLUMNS);
    this.cells = [...new Set([...columns.filter(isRead), ...more])];
    this.#placeOf = new Map(this.cells.map((name, index) => [name, LEADING.count + index]));
    this.#constants = constants;
    this.#encoder = encoder;
  }

  /** Goes through the rows of a page. */
  read(rows: CopiedRows): CopiedCells {
    return new CopiedCells(rows, LEADING.count + this.cells.length);
  }

  /** Place of a cell in a line. */
  placeOf(name: string): number {
    const place = this.#placeOf.get(name);
    if (place === undefined) throw new RangeError(`the cell ${name} is not read`);
    return place;
  }

  /** How the lines of a reserve are written; made once for rows of one reserve that follow each other. */
  planFor(info: ReserveInfo): KnownPlan {
    if (this.#known?.info === info) return this.#known;
    const plan = this.#encoder.plan(this.#sourcesOf(info));
    return (this.#known = { info, address: Buffer.from(info.reserve), plan });
  }

  /** Writes the line at which `cells` is. */
  write(plan: RowPlan, cells: CopiedCells): void {
    this.#encoder.line(plan, cells);
  }

  /** The line at which `cells` is as an object: all columns must be read. */
  toRow(info: ReserveInfo, cells: CopiedCells): HistoryRow {
    const whole = new RowEncoder('ndjson', HISTORY_COLUMNS);
    whole.line(whole.plan(this.#sourcesOf(info)), cells);
    const row: HistoryRow = JSON.parse(whole.out.take().toString('utf8'));
    whole.out.end();
    return row;
  }

  #sourcesOf(info: ReserveInfo): (column: string) => ColumnSource {
    const own: Constants = identityOf(info);
    return (column) => {
      const value = own[column];
      return value === undefined ? this.#sourceOf(column) : { value };
    };
  }

  #sourceOf(column: string): ColumnSource {
    const known = this.#sources.get(column);
    if (known !== undefined) return known;
    const value = this.#constants[column];
    const cell = () => LEADING_COLUMNS[column] ?? { cell: this.placeOf(column), form: formOf(column) };
    const source = value === undefined ? cell() : { value };
    this.#sources.set(column, source);
    return source;
  }
}

/** Columns whose values are in the leading cells of each row. */
const LEADING_COLUMNS: Readonly<Record<string, ColumnSource>> = {
  timestamp: { cell: LEADING.atMs, form: 'seconds' },
  slot: { cell: LEADING.slot, form: 'number' },
};

const IDENTITY: ReadonlySet<string> = new Set<keyof ReturnType<typeof identityOf>>([
  'reserve',
  'lending_market',
  'lending_market_name',
  'listed_b',
  'token_address',
  'token_symbol',
]);

function formOf(column: string) {
  const definition = definitionIn('HistoryRow', column);
  const { type } = definition;
  if (isText(definition)) return 'digits';
  if (type === 'boolean') return 'boolean';
  return type === 'text' || type === 'word' || typeof type === 'object' ? 'text' : 'number';
}
