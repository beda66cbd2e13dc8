import uPlot from 'uplot';
import { axisLabel } from '../format/time.ts';
import { type ChartProps, type Colour, type Gap, IDENTITIES, type Mark, MEASURES } from './types.ts';

/** Colours of the theme, for a canvas cannot read style sheets. */
export interface Palette {
  readonly text: string;
  readonly line: string;
  readonly hatch: string;
  readonly surface: string;
  readonly of: ReadonlyMap<Colour, string>;
}

export function readPalette(): Palette {
  // The colour of an element is that of the theme in force; a property by itself may still name both.
  const probe = document.body.appendChild(document.createElement('i'));
  const style = getComputedStyle(probe);
  const of = (name: string): string => {
    probe.style.color = `var(${name})`;
    return style.color;
  };
  const palette = {
    text: of('--muted'),
    line: of('--line'),
    hatch: of('--line-strong'),
    surface: of('--surface'),
    of: new Map([...MEASURES, ...IDENTITIES].map((colour) => [colour, of(`--${colour}`)])),
  };
  probe.remove();
  return palette;
}

const HATCH_STEP = 8;
/** Below this width a gap is a tick: a band could not be seen. */
const MIN_BAND = 3;

/** Unobserved time as hatched bands behind the lines. */
export function drawGaps(plot: uPlot, gaps: readonly Gap[], palette: Palette): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.strokeStyle = palette.hatch;
  ctx.lineWidth = 1;
  for (const { from, to } of gaps) {
    const left = plot.valToPos(from, 'x', true);
    const width = Math.max(MIN_BAND, plot.valToPos(to, 'x', true) - left);
    if (left + width < bbox.left || left > bbox.left + bbox.width) continue;
    ctx.save();
    ctx.globalAlpha = 0.55;
    ctx.beginPath();
    ctx.rect(left, bbox.top, width, bbox.height);
    ctx.clip();
    ctx.beginPath();
    // From a place that all bands share, so that neighbours look like one.
    const start = Math.floor((Math.max(left, bbox.left) - bbox.height) / HATCH_STEP) * HATCH_STEP;
    for (let x = start; x < Math.min(left + width, bbox.left + bbox.width); x += HATCH_STEP) {
      ctx.moveTo(x, bbox.top + bbox.height);
      ctx.lineTo(x + bbox.height, bbox.top);
    }
    ctx.stroke();
    ctx.restore();
  }
  ctx.restore();
}

/** Pixels that the number of a mark takes. */
const LABEL_ROOM = 16;

/** Numbered lines where a parameter changed. */
export function drawMarks(plot: uPlot, marks: readonly Mark[], palette: Palette): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = palette.text;
  ctx.fillStyle = palette.text;
  ctx.setLineDash([3 * ratio, 3 * ratio]);
  ctx.font = `${10 * ratio}px sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'bottom';
  const room = LABEL_ROOM * ratio;
  let labelled = Number.NEGATIVE_INFINITY;
  for (const { time, number } of marks.toSorted((a, b) => a.time - b.time)) {
    const x = Math.round(plot.valToPos(time, 'x', true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    // Of changes that are drawn on top of each other the first is named; the list has all.
    if (x - labelled < room) continue;
    ctx.fillText(String(number), x, bbox.top - ratio);
    labelled = x;
  }
  ctx.restore();
}

interface PlotOptions extends ChartProps {
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
  readonly utc: boolean;
  readonly onCursor: (index: number | null) => void;
  /** When it is drawn for the first time. */
  readonly onReady: (plot: uPlot) => void;
}

/** Charts that share this key move their cursors together. */
const SYNC = 'tidemark';

/** What all axes have in common. */
export function axisOf(palette: Palette) {
  return {
    stroke: palette.text,
    grid: { stroke: palette.line, width: 1 },
    ticks: { stroke: palette.line, width: 1 },
  };
}

/** Options of uPlot for a chart over time. Lines end at holes; a lonely point stays as a dot. */
export function plotOptions(options: PlotOptions): uPlot.Options {
  const { palette, format, series, gaps, marks, width, height } = options;
  const axis = axisOf(palette);
  return {
    width,
    height,
    padding: [14, 24, 0, 0],
    legend: { show: false },
    cursor: { sync: { key: SYNC }, points: { size: 7 }, drag: { x: false, y: false } },
    scales: { x: { time: true, range: [options.from, options.to] }, y: { range: rangeOfY } },
    ...(options.utc ? { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC') } : {}),
    axes: [
      {
        ...axis,
        size: 30,
        space: 70,
        values: (_plot, splits) => splits.map((each) => axisLabel(each, options.utc ? 'utc' : 'local')),
      },
      { ...axis, size: 74, values: (_plot, splits) => splits.map((value) => format(value).text) },
    ],
    series: [
      {},
      ...series.map(({ label, colour, dashed }) => ({
        label,
        stroke: palette.of.get(colour) ?? palette.text,
        width: 1.75,
        spanGaps: false,
        ...(dashed === true ? { dash: [5, 4] } : {}),
      })),
    ],
    hooks: {
      drawClear: [(plot) => drawGaps(plot, gaps, palette)],
      draw: [(plot) => drawMarks(plot, marks, palette)],
      ready: [options.onReady],
      setCursor: [(plot) => options.onCursor(plot.cursor.idx ?? null)],
    },
  };
}

/** Of its greatest value, the least part that an axis spans. */
const LEAST_SHARE = 0.004;

/** From the least to the greatest value with some air; a flat line lies in the middle. */
function rangeOfY(_plot: uPlot, min: number | null, max: number | null): [number, number] {
  if (min === null || max === null) return [0, 1];
  if (min === max) return min === 0 ? [0, 1] : [min - Math.abs(min) * 0.1, max + Math.abs(max) * 0.1];
  // What hardly moves is not blown up until the labels of the axis are all the same.
  const air = Math.max((max - min) * 0.08, (LEAST_SHARE * Math.max(Math.abs(min), Math.abs(max)) - (max - min)) / 2);
  return [min >= 0 ? Math.max(0, min - air) : min - air, max + air];
}
