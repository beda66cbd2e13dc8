import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Reserve } from '../../api/queries.ts';
import { useReserves } from '../../api/use-reserves.ts';
import { tokenText } from '../../format/names.ts';
import { capital, plural } from '../../format/words.ts';
import { Filter } from '../../ui/Filter.tsx';
import { Empty, Failed, Loading, Partial } from '../../ui/States.tsx';
import { useTitle } from '../../ui/navigation.ts';
import { splitListed } from '../markets/filter.ts';
import { CompareTable } from './CompareTable.tsx';
import { type CompareView, readCompareView, SIDES, WINDOWS, writeCompareView } from './search.ts';

const route = getRouteApi('/compare');

/** Who pays or takes most for a token over all protocols: realised, at what utilization, and with how much room. */
export function ComparePage() {
  useTitle('Compare');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const view = useMemo(() => readCompareView(search), [search]);
  const { rows, isLoading, error, failures, refetch } = useReserves();
  const tokens = useMemo(() => tokensOf(rows), [rows]);
  // Without a choice: the token that most reserves lend, so that there is something to compare.
  const usual = tokens[0]?.value;
  const chosen = view.tokens.length === 0 && usual !== undefined ? [usual] : view.tokens;
  const { shown, hidden } = splitListed(
    rows.filter((row) => chosen.includes(row.token_address)),
    view.unlisted,
  );
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
        <button
          type="button"
          className="button"
          aria-pressed={view.unlisted}
          onClick={() => change({ unlisted: !view.unlisted })}
        >
          Unlisted
        </button>
        <span className="rows" role="status">
          {plural(shown.length, 'reserve')}
          {hidden > 0 && `, ${hidden} unlisted hidden`}
        </span>
      </div>
      <Partial failures={failures} retry={refetch} />
      {isLoading && error === null && <Loading what="the reserves" />}
      {error !== null && <Failed what="The reserves" error={error} retry={refetch} />}
      {!isLoading && rows.length > 0 && shown.length === 0 && (
        <Empty title={hidden === 0 ? 'Choose a token to compare.' : 'Only unlisted markets lend this.'} />
      )}
      {!isLoading && shown.length > 0 && <CompareTable rows={shown} view={view} />}
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
          {capital(choice)}
        </button>
      ))}
    </div>
  );
}

/** Tokens, those that most reserves lend first. */
function tokensOf(rows: readonly Reserve[]) {
  const counts = new Map<string, { readonly value: string; readonly text: string; count: number }>();
  for (const row of rows) {
    const known = counts.get(row.token_address);
    if (known === undefined)
      counts.set(row.token_address, { value: row.token_address, text: tokenText(row), count: 1 });
    else known.count += 1;
  }
  return [...counts.values()]
    .toSorted((a, b) => b.count - a.count || a.text.localeCompare(b.text, 'en'))
    .map(({ value, text, count }) => ({ value, text, hint: plural(count, 'reserve') }));
}
