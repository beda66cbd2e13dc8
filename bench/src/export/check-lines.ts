/** What was found in a CSV export. */
export interface LineCheck {
  /** Lines but for the first, which holds the names. */
  readonly rows: number;
  /** Rows whose place, by reserve, time and slot, is not after that of the row before. */
  readonly outOfOrder: number;
}

const LINE_END = '\r\n';

/** Counts the rows of a CSV export and holds their order against that of the history, as its pieces come. */
export function createLineChecker(): { take(piece: string): void; end(): LineCheck } {
  let rest = '';
  let columns: Record<'reserve' | 'timestamp' | 'slot', number> | null = null;
  let [reserve, timestamp, slot] = ['', -1, -1];
  let [rows, outOfOrder] = [0, 0];

  const checkRow = (line: string): void => {
    if (columns === null) {
      const names = line.split(',');
      columns = {
        reserve: names.indexOf('reserve'),
        timestamp: names.indexOf('timestamp'),
        slot: names.indexOf('slot'),
      };
      if (Object.values(columns).includes(-1)) throw new Error(`the export has other columns: ${line}`);
      return;
    }
    // None of these is quoted; the cells in front of them are addresses and names without a comma.
    const cells = line.split(',', Math.max(columns.reserve, columns.timestamp, columns.slot) + 1);
    const next = cells[columns.reserve] ?? '';
    const [nextTimestamp, nextSlot] = [Number(cells[columns.timestamp]), Number(cells[columns.slot])];
    const isSame = next === reserve;
    const isAfter = isSame
      ? nextTimestamp > timestamp || (nextTimestamp === timestamp && nextSlot > slot)
      : next > reserve;
    if (!isAfter) outOfOrder += 1;
    [reserve, timestamp, slot] = [next, nextTimestamp, nextSlot];
    rows += 1;
  };

  return {
    take(piece) {
      const lines = `${rest}${piece}`.split(LINE_END);
      rest = lines.pop() ?? '';
      for (const line of lines) checkRow(line);
    },
    end() {
      if (rest !== '') throw new Error('the export ends in the middle of a line');
      return { rows, outOfOrder };
    },
  };
}
