import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useZone } from '../ui/navigation.ts';
import { ChartTable } from './ChartTable.tsx';
import { plotOptions, readPalette } from './draw.ts';
import { Readout, summarise } from './Readout.tsx';
import type { ChartProps } from './types.ts';
import { CURSOR_TOP, keepPlace, nextIndex, useRepaint } from './use-repaint.ts';

const HEIGHT = 190;

/** A line chart over time with gaps drawn as gaps; by mouse, by touch, by keyboard, and as a table. */
export default function TimeChart(props: ChartProps) {
  const { title, buckets, series, gaps, from, to } = props;
  const zone = useZone();
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [index, setIndex] = useState<number | null>(null);
  const held = useRef<number | null>(null);
  const [asTable, setAsTable] = useState(false);
  const repaint = useRepaint(host);
  const caption = useId();
  // A value is the one at the end of its bucket: there it is drawn, and that of a bucket that goes on at the end of the range.
  const times = useMemo(() => buckets.map((bucket) => Math.min(bucket.to, to)), [buckets, to]);
  const data = useMemo(
    () => [[...times], ...series.map(({ values }) => [...values])] as uPlot.AlignedData,
    [times, series],
  );
  useEffect(() => {
    const element = host.current;
    if (element === null || repaint.width === 0) return undefined;
    const options = { ...props, width: repaint.width, height: HEIGHT, palette: readPalette(), utc: zone === 'utc' };
    plot.current = new uPlot(plotOptions({ ...options, ...keepPlace(held, times, setIndex) }), data, element);
    return () => plot.current?.destroy();
    // The parts of the properties that a chart is made of stand here by themselves.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data, gaps, props.marks, from, to, zone, repaint]);
  const move = (next: number): void => {
    const made = plot.current;
    const bounded = Math.min(times.length - 1, Math.max(0, next));
    const time = times[bounded];
    if (made === null || time === undefined) return;
    made.setCursor({ left: made.valToPos(time, 'x'), top: CURSOR_TOP });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = nextIndex(event.key, index ?? times.length, times.length);
    if (target === null) return;
    event.preventDefault();
    move(target);
  };
  return (
    <figure className="chart" aria-labelledby={caption}>
      <figcaption id={caption}>
        <h2>{title}</h2>
        <button type="button" className="button small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          Table
        </button>
      </figcaption>
      <Readout {...props} index={index} zone={zone} />
      {asTable && <ChartTable {...props} zone={zone} />}
      {/* Kept while the table is shown: its element is the one that is measured. */}
      <div
        ref={host}
        hidden={asTable}
        className="plot"
        tabIndex={0}
        role="img"
        aria-label={`${title}. ${summarise(props, zone)} Arrow keys move along the line.`}
        onKeyDown={onKeyDown}
      />
    </figure>
  );
}
