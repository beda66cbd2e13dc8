/** A bug that is planted in the dashboard to see that a test of the browser finds it. */
export interface PlantedBug {
  readonly id: string;
  readonly words: string;
  /** Below `apps/dashboard/src`. */
  readonly file: string;
  /** Stands there once. */
  readonly find: string;
  readonly replace: string;
  /** Group of tests that has to fail. */
  readonly foundBy:
    | 'numbers'
    | 'depth'
    | 'the past'
    | 'links'
    | 'keyboard'
    | 'key'
    | 'accessibility'
    | 'strangers'
    | 'steadiness'
    | 'changes';
}

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    id: 'rounded-digits',
    words: 'a number is rounded before it is shown, so that its exact value is not the one of the API',
    file: 'format/number.ts',
    find: 'exact: exactText(value) };',
    replace: 'exact: exactText(Math.fround(value)) };',
    foundBy: 'numbers',
  },
  {
    id: 'wrong-field-in-chart',
    words: 'the chart of amounts and the table show one number under the name of another',
    file: 'pages/reserve/Charts.tsx',
    find: "label: 'utilization', colour: 'utilization', pick: (each) => each.utilization_f }",
    replace: "label: 'utilization', colour: 'utilization', pick: (each) => each.supply_apy_f }",
    foundBy: 'numbers',
  },
  {
    id: 'points-shifted',
    words: 'each point of a chart is the one before it',
    file: 'chart/columns.ts',
    find: 'return buckets.map(({ from }) => byTime.get(from) ?? null);',
    replace: 'return buckets.map((_, place) => byTime.get(buckets[place - 1]?.from) ?? null);',
    foundBy: 'numbers',
  },
  {
    id: 'place-lost',
    words: 'a chart that is drawn again forgets the place along it',
    file: 'chart/use-repaint.ts',
    find: 'if (before !== null) plot.setCursor(',
    replace: 'if (before === 0) plot.setCursor(',
    foundBy: 'changes',
  },
  {
    id: 'depth-sides-swapped',
    words: 'the curve of depth has sales where purchases are, and purchases where sales are',
    file: 'pages/liquidity/depth-lines.ts',
    find: "(side === 'sell' ? -bps : bps) / BPS",
    replace: "(side === 'buy' ? -bps : bps) / BPS",
    foundBy: 'depth',
  },
  {
    id: 'depth-stacked-twice',
    words: 'the readout of depth has what is below a source in the stack, too',
    file: 'chart/DepthChart.tsx',
    find: 'lines.map(({ label, own }, place) => {',
    replace: 'lines.map(({ label, stacked: own }, place) => {',
    foundBy: 'depth',
  },
  {
    id: 'filter-not-in-url',
    words: 'the filter of protocols is lost from the address',
    file: 'pages/markets/search.ts',
    find: 'protocol: writeList(view.protocols),',
    replace: 'protocol: undefined,',
    foundBy: 'links',
  },
  {
    id: 'compared-not-restored',
    words: 'a link to a reserve forgets those that were drawn beside it',
    file: 'pages/reserve/search.ts',
    find: 'with: readList(search.with).slice(0, MAX_COMPARED),',
    replace: 'with: [],',
    foundBy: 'links',
  },
  {
    id: 'wrong-zone-name',
    words: 'a time in the zone of the reader says that it is UTC',
    file: 'format/time.ts',
    find: "if (zone === 'utc') return 'UTC';",
    replace: "if (zone !== null) return 'UTC';",
    foundBy: 'links',
  },
  {
    id: 'no-polling',
    words: 'without a key, what is new is never asked for',
    file: 'api/queries.ts',
    find: `    structuralSharing: false,
    refetchInterval: every(LATEST_INTERVAL_MS),
`,
    replace: `    structuralSharing: false,
`,
    foundBy: 'changes',
  },
  {
    id: 'changes-not-marked',
    words: 'cells that have changed are not marked',
    file: 'pages/markets/ReserveRow.tsx',
    find: "'data-changed': isChanged ? '' : undefined };",
    replace: "'data-changed': undefined };",
    foundBy: 'changes',
  },
  {
    id: 'unchanged-by-part',
    words: 'a row of which any column is as before counts as unchanged',
    file: 'api/keep-equal-rows.ts',
    find: 'columns.every((name) => old[name] === row[name])',
    replace: 'columns.some((name) => old[name] === row[name])',
    foundBy: 'changes',
  },
  {
    id: 'stream-ignored',
    words: 'what the stream tells is not read',
    file: 'api/live.ts',
    find: "if (event.name === 'reserve') changed(event.data.protocol, event.data.slot);",
    replace: "if (event.name === 'reserve') continue;",
    foundBy: 'changes',
  },
  {
    id: 'no-answer-not-shown',
    words: 'an API that does not answer is not shown as such',
    file: 'ui/Connection.tsx',
    find: '{isError && (',
    replace: '{isError && data === undefined && (',
    foundBy: 'changes',
  },
  {
    id: 'no-retry-after-failure',
    words: 'what could not be loaded cannot be asked for again',
    file: 'ui/States.tsx',
    find: '{retry !== undefined && (',
    replace: '{retry === undefined && (',
    foundBy: 'changes',
  },
  {
    id: 'input-without-label',
    words: 'the search has no name for who does not see it',
    file: 'pages/markets/Toolbar.tsx',
    find: `        placeholder="Token, market or address"
        aria-label="Search reserves"
`,
    replace: '',
    foundBy: 'accessibility',
  },
  {
    id: 'low-contrast-text',
    words: 'the contrast of secondary text is too low',
    file: 'styles/base.css',
    find: '--muted: light-dark(#54616e, #9daab7);',
    replace: '--muted: light-dark(#9aa6b3, #5a6571);',
    foundBy: 'accessibility',
  },
  {
    id: 'simulated-band-missing',
    words: 'a page does not say that its chain is a simulation',
    file: 'ui/Simulated.tsx',
    find: 'if (!isSimulated) return null;',
    replace: 'if (meta !== undefined || !isSimulated) return null;',
    foundBy: 'accessibility',
  },
  {
    id: 'no-focus-outline',
    words: 'it cannot be seen what has the focus',
    file: 'styles/base.css',
    find: '  outline: 2px solid var(--focus);',
    replace: '  outline: none;',
    foundBy: 'keyboard',
  },
  {
    id: 'key-in-storage',
    words: 'a key is kept in the storage of the browser',
    file: 'api/client.ts',
    find: '  key = next;',
    replace: "  key = next;\n  localStorage.setItem('key', next);",
    foundBy: 'key',
  },
  {
    id: 'gaps-not-drawn',
    words: 'time that was not observed looks like the rest of a chart',
    file: 'chart/draw.ts',
    find: 'drawClear: [(plot) => drawGaps(plot, gaps, palette)],',
    replace: 'drawClear: [],',
    foundBy: 'the past',
  },
  {
    id: 'gap-reason-missing',
    words: 'why a time was not observed is not told',
    file: 'chart/columns.ts',
    find: 'reason: reasonOf(first, all) }',
    replace: "reason: '' }",
    foundBy: 'the past',
  },
  {
    id: 'marks-not-drawn',
    words: 'changes of parameters are not in the charts',
    file: 'chart/draw.ts',
    find: 'draw: [(plot) => drawMarks(plot, marks, palette)],',
    replace: 'draw: [],',
    foundBy: 'the past',
  },
  {
    id: 'hour-left-out',
    words: 'charts end with the last full hour',
    file: 'pages/reserve/search.ts',
    find: 'const to = (Math.floor(now / HOUR) + 1) * HOUR;',
    replace: 'const to = Math.ceil(now / HOUR) * HOUR;',
    foundBy: 'strangers',
  },
  {
    id: 'name-as-it-is',
    words: 'a name of the chain is shown with what it hides',
    file: 'format/names.ts',
    find: 'return isEscaped(part) ? escapeOf(part) : part;',
    replace: 'return part;',
    foundBy: 'strangers',
  },
  {
    id: 'legend-as-it-is',
    words: 'the legend of charts shows a name of the chain with what it hides',
    file: 'pages/reserve/use-histories.ts',
    find: 'const names = [tokenText,',
    replace: 'const names = [(each: Shown) => each.token_symbol,',
    foundBy: 'strangers',
  },
  {
    id: 'cut-in-silence',
    words: 'a list of gaps that is cut does not say so',
    file: 'pages/status/gap-list.ts',
    find: 'return { count: groups.length, shown, leftOut };',
    replace: 'return { count: groups.length, shown, leftOut: leftOut.slice(leftOut.length) };',
    foundBy: 'strangers',
  },
  {
    id: 'outage-in-many-rows',
    words: 'an outage of many reserves is a gap of each',
    file: 'chart/columns.ts',
    find: 'const name = `${gap.from} ${gap.to} ${gap.gap_reason_str}`;',
    replace: 'const name = `${groups.size}`;',
    foundBy: 'strangers',
  },
  {
    id: 'refusal-not-said',
    words: 'what the program would refuse looks accepted',
    file: 'pages/reserve/Judgement.tsx',
    find: '> BigInt(raw);',
    replace: '< 0n;',
    foundBy: 'strangers',
  },
  {
    id: 'failure-in-silence',
    words: 'a protocol that fails is left out without a word',
    file: 'api/use-reserves.ts',
    find: 'failures: rows.length === 0 ? NONE : failures,',
    replace: 'failures: NONE,',
    foundBy: 'steadiness',
  },
  {
    id: 'pressed-unreadable',
    words: 'a pressed button under the mouse has the ground of one that is not',
    file: 'styles/frame.css',
    find: `.button[aria-pressed="true"]:hover:not(:disabled),
`,
    replace: '',
    foundBy: 'steadiness',
  },
  {
    id: 'page-jumps',
    words: 'what is read pushes down what was there',
    file: 'styles/parts.css',
    find: `.loading.area .skeleton {
  height: 330px;`,
    replace: `.loading.area .skeleton {
  height: 10px;`,
    foundBy: 'steadiness',
  },
];
