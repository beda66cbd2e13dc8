import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Reserve } from '../../api/queries.ts';
import { useReserves } from '../../api/use-reserves.ts';
import { shortAddress } from '../../format/words.ts';
import { Filter } from '../../ui/Filter.tsx';
import { Empty, Failed, Loading } from '../../ui/States.tsx';
import { useTitle } from '../../ui/navigation.ts';
import { CompareTable } from './CompareTable.tsx';
import { type CompareView, readCompareView, SIDES, WINDOWS, writeCompareView } from './search.ts';

const route = getRouteApi('/compare');

/** Who pays or takes most for a token over all protocols: realised, at what utilization, and with how much room. */
export function ComparePage() {
  useTitle('Compare');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const view = useMemo(() => readCompareView(search), [search]);
  const { rows, isLoading, error, refetch } = useReserves();
  const tokens = useMemo(() => tokensOf(rows), [rows]);
  // Without a choice: the token that most reserves lend, so that there is something to compare.
  const usual = tokens[0]?.value;
  const chosen = view.tokens.length === 0 && usual !== undefined ? [usual] : view.tokens;
  const shown = rows.filter((row) => chosen.includes(row.token_address));
  const change = (next: Partial<CompareView>): void => {
    const written = writeCompareView({ ...view, ...next });
    void navigate({ search: (previous) => ({ ...previous, ...written }), replace: true });
  };
  return (
    <>
      <h1>Compare</h1>
      <div className="toolbar" role="group" aria-label="What is compared">
        <Filter label="Tokens" options={tokens} chosen={chosen} onChange={(next) => change({ tokens: next })} />
        <Segments label="Side" choices={SIDES} chosen={view.side} onChoose={(side) => change({ side })} />
        <Segments
          label="Window of what was realised"
          choices={WINDOWS.toSorted(byLength)}
          chosen={view.window}
          onChoose={(window) => change({ window })}
        />
        <span className="rows" role="status">
          {shown.length} reserves
        </span>
      </div>
      {isLoading && rows.length === 0 && <Loading what="the reserves" />}
      {error !== null && rows.length === 0 && <Failed what="The reserves" error={error} retry={refetch} />}
      {rows.length > 0 && shown.length === 0 && <Empty title="Choose a token to compare." />}
      {shown.length > 0 && <CompareTable rows={shown} view={view} />}
    </>
  );
}

const HOURS = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 } as const;
const byLength = (a: keyof typeof HOURS, b: keyof typeof HOURS): number => HOURS[a] - HOURS[b];

interface SegmentsProps<Choice extends string> {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: Choice;
  readonly onChoose: (choice: Choice) => void;
}

function Segments<Choice extends string>({ label, choices, chosen, onChoose }: SegmentsProps<Choice>) {
  return (
    <div className="segments" role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice}
          type="button"
          className="button"
          aria-pressed={choice === chosen}
          onClick={() => onChoose(choice)}
        >
          {choice}
        </button>
      ))}
    </div>
  );
}

/** Tokens, those that most reserves lend first. */
function tokensOf(rows: readonly Reserve[]) {
  const counts = new Map<string, { readonly value: string; readonly symbol: string; count: number }>();
  for (const { token_address: value, token_symbol: symbol } of rows) {
    const known = counts.get(value);
    if (known === undefined) counts.set(value, { value, symbol, count: 1 });
    else known.count += 1;
  }
  return [...counts.values()]
    .toSorted((a, b) => b.count - a.count || a.symbol.localeCompare(b.symbol, 'en'))
    .map(({ value, symbol, count }) => ({
      value,
      text: symbol === '' ? shortAddress(value) : symbol,
      hint: `${count} reserves`,
    }));
}
