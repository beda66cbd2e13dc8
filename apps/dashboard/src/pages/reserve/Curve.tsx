import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { sentence } from '../../api/client.ts';
import { curveQuery, type ReserveCurve, type WhatIf } from '../../api/history.ts';
import type { FullReserve } from '../../api/queries.ts';
import { CurveChart } from '../../chart/CurveChart.tsx';
import { amount, type Formatted, percent } from '../../format/number.ts';
import { tokenText } from '../../format/names.ts';
import { Failed, Loading } from '../../ui/States.tsx';
import { readAmount } from './amount.ts';
import { ACTIONS, type Action, isAction, Judgement } from './Judgement.tsx';

type RatePoint = ReserveCurve['points'][number];
const TYPING_MS = 200;

/** What was typed. */
interface Asked {
  readonly action: Action;
  readonly unit: 'usd' | 'tokens';
  readonly text: string;
}

/** The interest curve, where the reserve stands on it, and where a deposit, withdrawal, borrow or repayment would take it. */
export function Curve({ row }: { readonly row: FullReserve }) {
  const [asked, setAsked] = useState<Asked>({ action: 'supply', unit: 'tokens', text: '' });
  const ask = (next: Partial<Asked>): void => setAsked((before) => ({ ...before, ...next }));
  const { action, unit, text } = asked;
  const typed = readAmount(text);
  const amountText = typed !== null && 'amount' in typed ? typed.amount : '';
  const change = useSettled(changeOf(action, unit, amountText));
  const { data, error } = useQuery(curveQuery(row.reserve, row.protocol, change));
  const plain = useQuery(curveQuery(row.reserve, row.protocol, NO_CHANGE));
  const curve = data?.data ?? plain.data?.data;
  const problem =
    typed !== null && 'problem' in typed ? typed.problem : error !== null && amountText !== '' ? sentence(error) : null;
  const after = problem !== null || amountText === '' ? null : (data?.data.what_if ?? null);
  return (
    <section className="panel">
      <h2>Interest curve and what-if</h2>
      {curve === undefined && plain.error === null && <Loading what="the curve" kind="curve" rows={1} />}
      {curve === undefined && plain.error !== null && <Failed what="The curve" error={plain.error} />}
      {curve !== undefined && <Picture curve={curve} after={after} />}
      <WhatIfForm row={row} asked={asked} isRefused={problem !== null} onChange={ask} />
      <p className={problem === null ? 'quiet' : 'refused'} role="status">
        {problem ??
          (unit === 'usd'
            ? `USD at the oracle price, of slot ${row.slot.toLocaleString('en-US')}.`
            : 'Computed by the API with the arithmetic of the program.')}
      </p>
      {amountText !== '' && (
        <Judgement row={row} action={action} after={after} onFill={(most) => ask({ unit: 'tokens', text: most })} />
      )}
      {curve !== undefined && <Effect curve={curve} after={after} />}
    </section>
  );
}

function WhatIfForm({
  row,
  asked,
  isRefused,
  onChange,
}: {
  readonly row: FullReserve;
  readonly asked: Asked;
  readonly isRefused: boolean;
  readonly onChange: (next: Partial<Asked>) => void;
}) {
  return (
    <form className="what-if" onSubmit={(event) => event.preventDefault()}>
      <select
        className="select"
        value={asked.action}
        aria-label="What happens"
        onChange={(event) => onChange({ action: isAction(event.target.value) ? event.target.value : 'supply' })}
      >
        {Object.keys(ACTIONS).map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <input
        type="text"
        inputMode="decimal"
        value={asked.text}
        onChange={(event) => onChange({ text: event.target.value })}
        placeholder="1.5M"
        aria-label="How much"
        aria-invalid={isRefused}
      />
      <select
        className="select"
        value={asked.unit}
        aria-label="In what"
        onChange={(event) => onChange({ unit: event.target.value === 'usd' ? 'usd' : 'tokens' })}
      >
        <option value="tokens">{tokenText(row)}</option>
        <option value="usd" disabled={row.price_usd_f === null}>
          USD
        </option>
      </select>
    </form>
  );
}

const NO_CHANGE: WhatIf = {};

function changeOf(action: Action, unit: Asked['unit'], text: string): WhatIf {
  if (text === '') return NO_CHANGE;
  const signed = ACTIONS[action] === 1 ? text : `-${text}`;
  const side = action === 'supply' || action === 'withdraw' ? 'supply_delta' : 'borrow_delta';
  return unit === 'usd' ? { [`${side}_usd`]: signed } : { [side]: signed };
}

/** The change once typing has paused. */
function useSettled(change: WhatIf): WhatIf {
  const name = JSON.stringify(change);
  const [settled, setSettled] = useState(change);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(change), TYPING_MS);
    return () => clearTimeout(timer);
    // The same change is a new object at each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [name]);
  return useDeferredValue(settled);
}

function Picture({ curve, after }: { readonly curve: ReserveCurve; readonly after: RatePoint | null }) {
  const both = (point: RatePoint) => [
    { x: point.utilization_f, y: point.borrow_apy_f, colour: 'borrow' as const },
    { x: point.utilization_f, y: point.supply_apy_f, colour: 'supply' as const },
  ];
  const { current, points } = curve;
  const summary = `At a utilization of ${percent(current.utilization_f).text} borrowers pay ${percent(current.borrow_apy_f).text} and suppliers earn ${percent(current.supply_apy_f).text}. At 100 % borrowers would pay ${percent(points.at(-1)?.borrow_apy_f).text}.`;
  return (
    <>
      <CurveChart
        summary={summary}
        lines={[
          {
            label: 'borrow APY',
            colour: 'borrow',
            points: points.map((point) => ({ x: point.utilization_f, y: point.borrow_apy_f })),
          },
          {
            label: 'supply APY',
            colour: 'supply',
            points: points.map((point) => ({ x: point.utilization_f, y: point.supply_apy_f })),
          },
        ]}
        dots={[
          { label: 'now', ghost: false, points: both(current) },
          ...(after === null ? [] : [{ label: 'after', ghost: true, points: both(after) }]),
        ]}
      />
      <p className="readout">
        <span>
          <i className="key of-borrow" aria-hidden="true" /> borrow APY
        </span>
        <span>
          <i className="key of-supply" aria-hidden="true" /> supply APY
        </span>
        <span className="quiet">over utilization; ● now, ○ after</span>
      </p>
    </>
  );
}

function Effect({ curve, after }: { readonly curve: ReserveCurve; readonly after: ReserveCurve['what_if'] }) {
  const { current } = curve;
  const lines: readonly (readonly [string, string, Formatted, Formatted | null])[] = [
    ['Utilization', 'utilization_f', percent(current.utilization_f), after && percent(after.utilization_f)],
    ['Supply APY', 'supply_apy_f', percent(current.supply_apy_f), after && percent(after.supply_apy_f)],
    ['Borrow APY', 'borrow_apy_f', percent(current.borrow_apy_f), after && percent(after.borrow_apy_f)],
    ['Available', 'available_amount_f', amount(current.available_amount_f), after && amount(after.available_amount_f)],
  ];
  return (
    <table className="auto facts">
      <thead>
        <tr>
          <th scope="col">What-if</th>
          <th scope="col" className="number">
            Now
          </th>
          <th scope="col" className="number">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([label, field, now, then]) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            <td className="number" title={now.exact} data-now={field} data-value={now.exact}>
              {now.text}
            </td>
            <td className="number" title={then?.exact} data-after={field} data-value={then?.exact}>
              {then?.text ?? '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
