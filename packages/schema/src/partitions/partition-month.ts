/** A calendar month in UTC and the partition that holds it: `from` is in it, `to` is not. */
export interface PartitionMonth {
  readonly table: string;
  readonly from: Date;
  readonly to: Date;
}

/** The month that a moment lies in. */
export function monthOf(moment: Date): PartitionMonth {
  const year = moment.getUTCFullYear();
  const month = moment.getUTCMonth();
  return {
    table: `reserve_snapshots_y${String(year).padStart(4, '0')}m${String(month + 1).padStart(2, '0')}`,
    from: new Date(Date.UTC(year, month, 1)),
    to: new Date(Date.UTC(year, month + 1, 1)),
  };
}

/** `count` months in a row. */
export function listMonths(first: PartitionMonth, count: number): PartitionMonth[] {
  const months = [];
  for (let month = first; months.length < count; month = monthOf(month.to)) months.push(month);
  return months;
}
