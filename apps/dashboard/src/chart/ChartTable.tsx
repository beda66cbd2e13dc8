import { useState } from 'react';
import type { Zone } from '../format/time.ts';
import { bucketText, gapIn } from './columns.ts';
import type { ChartProps } from './types.ts';

const PAGE = 24;

/** The points of a chart as a table, the newest first, some at a time; gaps are rows with their reason. */
export function ChartTable({ title, buckets, pointOf, series, gaps, format, zone }: ChartProps & { zone: Zone }) {
  const [page, setPage] = useState(0);
  const last = Math.max(0, Math.ceil(buckets.length / PAGE) - 1);
  const end = buckets.length - page * PAGE;
  const indexes = Array.from({ length: Math.min(PAGE, end) }, (_, offset) => end - 1 - offset);
  const reasonAt = (index: number): string => {
    const bucket = buckets[index];
    return (bucket && gapIn(gaps, bucket)?.reason) ?? '';
  };
  const textAt = (index: number): string => {
    const bucket = buckets[index];
    return bucket === undefined ? '' : bucketText(bucket, pointOf, zone);
  };
  return (
    <div className="chart-table">
      <table className="auto">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ label }) => (
              <th key={label} scope="col" className="number">
                <bdi>{label}</bdi>
              </th>
            ))}
            <th scope="col">Gap</th>
          </tr>
        </thead>
        <tbody>
          {indexes.map((index) => (
            <tr key={index}>
              <th scope="row">{textAt(index)}</th>
              {series.map(({ label, values }) => (
                <td key={label} className="number" title={format(values[index]).exact}>
                  {format(values[index]).text}
                </td>
              ))}
              <td>{reasonAt(index)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="pager">
        <button type="button" className="button small" disabled={page === 0} onClick={() => setPage(page - 1)}>
          Newer
        </button>
        <span className="quiet">
          Page {page + 1} of {last + 1}
        </span>
        <button type="button" className="button small" disabled={page === last} onClick={() => setPage(page + 1)}>
          Older
        </button>
      </p>
    </div>
  );
}
