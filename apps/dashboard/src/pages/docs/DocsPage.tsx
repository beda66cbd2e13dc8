import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { apiUrl } from '../../api/client.ts';
import { useReserves } from '../../api/use-reserves.ts';
import { useTitle } from '../../ui/navigation.ts';
import { Empty, Failed, Loading } from '../../ui/States.tsx';
import { Call } from './Call.tsx';
import { type OpenApi, type Operation, operationsOf, type Values } from './document.ts';

const documentQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }): Promise<OpenApi> => {
    const response = await fetch(`${apiUrl}/openapi.json`, { signal });
    if (!response.ok) throw new Error(`The API answered ${response.status}.`);
    return await response.json();
  },
  staleTime: Number.POSITIVE_INFINITY,
});

const HOUR = 3_600;
const YESTERDAY = Math.floor(Date.now() / 1_000 / HOUR - 24) * HOUR;

/** Every call of the API: what it answers, whether it needs a key, and a way to make it here. */
export function DocsPage() {
  useTitle('API');
  const { data, error, refetch } = useQuery(documentQuery);
  const [needle, setNeedle] = useState('');
  const operations = useMemo(() => (data === undefined ? [] : operationsOf(data)), [data]);
  const examples = useExamples();
  const shown = operations.filter((each) => matches(each, needle.trim().toLowerCase()));
  const groups = [...new Set(shown.map(({ group }) => group))];
  return (
    <div className="docs">
      <div className="heading">
        <h1>API</h1>
        <p className="quiet">
          Everything here reads the same API that anybody can call. Most calls need no key. The document itself is at{' '}
          <a href={`${apiUrl}/openapi.json`}>/openapi.json</a>
          {data !== undefined && <> (version {data.info.version})</>}. A key goes into the header{' '}
          <code>X-SERVICE-API-KEY</code>.
        </p>
      </div>
      {data === undefined && error === null && <Loading what="the document" rows={12} />}
      {data === undefined && error !== null && (
        <Failed what="The document" error={error} retry={() => void refetch()} />
      )}
      {data !== undefined && (
        <div className="toolbar" role="group" aria-label="What is listed">
          <input
            type="search"
            className="search"
            value={needle}
            onChange={(event) => setNeedle(event.target.value)}
            placeholder="Path, word or parameter"
            aria-label="Search the calls"
          />
          <span className="rows" role="status">
            {shown.length} of {operations.length} calls
          </span>
        </div>
      )}
      {data !== undefined && shown.length === 0 && <Empty title="No call has this in its name or text." />}
      {groups.map((group) => (
        <section key={group} className="block">
          <h2>{group}</h2>
          <ul className="calls">
            {shown
              .filter((each) => each.group === group)
              .map((operation) => (
                <li key={operation.id} id={operation.id}>
                  <Call operation={operation} examples={examples} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function matches({ id, path, summary, description, parameters }: Operation, needle: string): boolean {
  const names = parameters.map(({ name }) => name);
  return [id, path, summary, description, ...names].join('\n').toLowerCase().includes(needle);
}

/** What paths are filled with: a reserve that is there, with its market and its token. */
function useExamples(): Values {
  const { rows } = useReserves();
  const [row] = rows.toSorted((a, b) => (b.supplied_amount_usd_f ?? 0) - (a.supplied_amount_usd_f ?? 0));
  const { protocol, reserve, lending_market: market, token_address: mint } = row ?? {};
  return useMemo(() => {
    const time = new Date(YESTERDAY * 1_000).toISOString().replace('.000Z', 'Z');
    return {
      protocol: protocol ?? '',
      reserve: reserve ?? '',
      market: market ?? '',
      mint: mint ?? '',
      token: mint ?? '',
      time,
      code: '40402',
    };
  }, [protocol, reserve, market, mint]);
}
