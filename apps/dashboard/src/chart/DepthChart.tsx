import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { percent, shortPercent, usd } from '../format/number.ts';
import { axisOf, type Palette, readPalette } from './draw.ts';
import { identity } from './types.ts';
import { CURSOR_TOP, keepPlace, nextIndex, useRepaint } from './use-repaint.ts';

interface DepthChartProps {
  readonly title: string;
  /** Moves of the price as shares, ascending. */
  readonly moves: readonly number[];
  /** US dollars by move, each by itself and on top of those before it; null is a hole, never a value. */
  readonly lines: readonly DepthLine[];
}

interface DepthLine {
  readonly label: string;
  readonly own: readonly (number | null)[];
  readonly stacked: readonly (number | null)[];
}

const HEIGHT = 240;

/** Depth over the move of the price, by source on top of each other; by mouse, by touch and by keyboard. */
export default function DepthChart({ title, moves, lines }: DepthChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [index, setIndex] = useState<number | null>(null);
  const held = useRef<number | null>(null);
  const repaint = useRepaint(host);
  const caption = useId();
  const data = useMemo(
    () => [[...moves], ...lines.map(({ stacked }) => [...stacked])] as uPlot.AlignedData,
    [moves, lines],
  );
  const labels = lines.map(({ label }) => label).join('\n');
  useEffect(() => {
    const element = host.current;
    if (element === null || repaint.width === 0) return undefined;
    const options = depthOptions({
      labels: labels.split('\n'),
      width: repaint.width,
      palette: readPalette(),
      ...keepPlace(held, moves, setIndex),
    });
    plot.current = new uPlot(options, data, element);
    return () => plot.current?.destroy();
  }, [data, moves, labels, repaint]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = nextIndex(event.key, index ?? moves.length, moves.length);
    const move = moves[Math.min(moves.length - 1, Math.max(0, target ?? 0))];
    if (target === null || move === undefined || plot.current === null) return;
    event.preventDefault();
    plot.current.setCursor({ left: plot.current.valToPos(move, 'x'), top: CURSOR_TOP });
  };
  return (
    <figure className="chart" aria-labelledby={caption}>
      <figcaption id={caption}>
        <h3>{title}</h3>
      </figcaption>
      <DepthReadout moves={moves} lines={lines} index={index} />
      <div
        ref={host}
        className="plot"
        tabIndex={0}
        role="img"
        aria-label={`${title}. The table below has the sales by source. Arrow keys move along the curve.`}
        onKeyDown={onKeyDown}
      />
    </figure>
  );
}

/** What each source has at the move under the cursor: also the legend. Without a cursor at the greatest fall. */
function DepthReadout({ moves, lines, index }: Omit<DepthChartProps, 'title'> & { readonly index: number | null }) {
  const shown = index ?? 0;
  const move = moves[shown] ?? 0;
  const what =
    move < 0 ? `sold until a fall of ${percent(-move).text}` : `bought until a rise of ${percent(move).text}`;
  return (
    <p className="readout" aria-live={index === null ? 'off' : 'polite'}>
      <span className="quiet">{move === 0 ? 'nothing is measured at no move' : what}</span>
      {lines.map(({ label, own }, place) => {
        const { text, exact } = usd(own[shown]);
        return (
          <span key={label}>
            <i className={`key of-${identity(place)}`} aria-hidden="true" />
            {label}{' '}
            <b title={exact} data-source={label} data-value={exact}>
              {text}
            </b>
          </span>
        );
      })}
    </p>
  );
}

interface DepthOptions {
  readonly labels: readonly string[];
  readonly width: number;
  readonly palette: Palette;
  readonly onCursor: (index: number | null) => void;
  /** When it is drawn for the first time. */
  readonly onReady: (plot: uPlot) => void;
}

/** Moves around which small ones are as far apart as large ones. */
const SMALL_MOVE = 0.005;

/** Below this width there is room for the names of the ends and the middle alone. */
const WIDE = 560;
const NAMED_EVERY = 5;

const moveText = (move: number): string => `${move > 0 ? '+' : ''}${shortPercent(move)}`;

function depthOptions({ labels, width, palette, onCursor, onReady }: DepthOptions): uPlot.Options {
  const axis = axisOf(palette);
  const colourOf = (place: number): string => palette.of.get(identity(place)) ?? palette.text;
  return {
    width,
    height: HEIGHT,
    padding: [14, 24, 0, 0],
    legend: { show: false },
    cursor: { points: { size: 7 }, drag: { x: false, y: false } },
    scales: {
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- ArcSinh: the enum stands in the types alone
      x: { time: false, distr: 4, asinh: SMALL_MOVE },
      y: { range: (_plot, _min, max) => [0, (max || 1) * 1.05] },
    },
    axes: [
      {
        ...axis,
        size: 30,
        // Where depth is measured, and nowhere else.
        splits: (plot) => [...(plot.data[0] ?? [])],
        // All of them: by itself, such an axis names powers of ten alone.
        filter: (_plot, splits) => splits,
        values: (_plot, splits) =>
          splits.map((move, place) => (width < WIDE && place % NAMED_EVERY !== 0 ? '' : moveText(move))),
      },
      { ...axis, size: 74, values: (_plot, splits) => splits.map((value) => usd(value).text) },
    ],
    series: [
      {},
      ...labels.map((label, place) => ({
        label,
        stroke: colourOf(place),
        width: 1.75,
        fill: translucent(colourOf(place)),
        points: { show: true, size: 5, fill: colourOf(place) },
      })),
    ],
    bands: labels
      .slice(1)
      .map((_, place) => ({ series: [place + 2, place + 1], fill: translucent(colourOf(place + 1)) })),
    hooks: { ready: [onReady], setCursor: [(plot) => onCursor(plot.cursor.idx ?? null)] },
  };
}

/** The colour of a line for the area below it. */
function translucent(colour: string): string {
  return colour.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.25)');
}
