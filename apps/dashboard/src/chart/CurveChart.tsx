import { shortPercent } from '../format/number.ts';
import type { Colour } from './types.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface CurveChartProps {
  readonly lines: readonly { readonly label: string; readonly points: readonly Point[]; readonly colour: Colour }[];
  readonly dots: readonly {
    readonly label: string;
    readonly points: readonly (Point & { readonly colour: Colour })[];
    readonly ghost: boolean;
  }[];
  readonly summary: string;
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [380, 210, 58, 24, 10, 24];
const TICKS = 4;

/** Rates over utilization, 0 to 100 %, as one picture of lines. */
export function CurveChart({ lines, dots, summary }: CurveChartProps) {
  const all = [...lines, ...dots].flatMap(({ points }) => points.map(({ y }) => y));
  const top = Math.max(0.001, ...all) * 1.05;
  const x = (value: number): number => LEFT + Math.min(1.02, value) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM);
  const steps = Array.from({ length: TICKS + 1 }, (_, index) => index / TICKS);
  return (
    <svg className="curve" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary}>
      {steps.map((step) => (
        <g key={step}>
          <line className="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(step * top)} y2={y(step * top)} />
          <text x={LEFT - 5} y={y(step * top) + 3.5} textAnchor="end">
            {shortPercent(step * top)}
          </text>
          <text x={x(step)} y={HEIGHT - 8} textAnchor="middle">
            {shortPercent(step)}
          </text>
        </g>
      ))}
      {lines.map(({ label, points, colour }) => (
        <path
          key={label}
          className={`line of-${colour}`}
          d={`M${points.map((each) => `${x(each.x).toFixed(1)} ${y(each.y).toFixed(1)}`).join('L')}`}
        />
      ))}
      {dots.map(({ label, points, ghost }) =>
        points.map((point, index) => (
          <circle
            key={`${label} ${index}`}
            className={`dot of-${point.colour} ${ghost ? 'ghost' : ''}`}
            cx={x(point.x)}
            cy={y(point.y)}
            r={5}
          >
            <title>{label}</title>
          </circle>
        )),
      )}
    </svg>
  );
}
