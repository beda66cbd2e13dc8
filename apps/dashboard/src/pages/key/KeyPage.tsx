import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { bodyOf, client, clientWith, explain, setKey, useTier } from '../../api/client.ts';
import { count } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { Failed, Loading } from '../../ui/States.tsx';
import { useTitle, useZone } from '../../ui/navigation.ts';

/** A key is entered, verified, and forgotten: it stands in the memory of this page and nowhere else. */
export function KeyPage() {
  useTitle('API key');
  const tier = useTier();
  return (
    <div className="narrow">
      <h1>API key</h1>
      <p>
        Without a key everything here works with points of an hour or more, and new data are asked for every 10 seconds.
        With one: points of 15 minutes, the stream, which tells of new data as they are stored, and exports of any
        length. The key is kept in the memory of this page only: never in the address, never in the storage of the
        browser. Reloading the page forgets it.
      </p>
      {tier === 'key' ? <InUse /> : <Enter />}
    </div>
  );
}

function Enter() {
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [state, setState] = useState<{ readonly checking: boolean; readonly problem: string | null }>({
    checking: false,
    problem: null,
  });
  const verify = async (): Promise<void> => {
    setState({ checking: true, problem: null });
    const key = text.trim();
    try {
      await bodyOf(clientWith(key).POST('/auth/verify'));
    } catch (error) {
      setState({ checking: false, problem: explain(error) });
      return;
    }
    // What was answered to the public is asked for again.
    setKey(key);
    await queries.invalidateQueries();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void verify();
  };
  return (
    <form className="panel key-form" onSubmit={submit}>
      <label htmlFor="key">Key</label>
      <input
        id="key"
        type="password"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-invalid={state.problem !== null}
        aria-describedby="key-problem"
      />
      <button type="submit" className="button primary" disabled={text.trim() === '' || state.checking}>
        {state.checking ? 'Verifying' : 'Verify and use'}
      </button>
      <p id="key-problem" role="alert" className="refused">
        {state.problem}
      </p>
    </form>
  );
}

function InUse() {
  const queries = useQueryClient();
  const zone = useZone();
  const { data, error } = useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => bodyOf(client().GET('/auth/usage', { signal })),
  });
  const forget = (): void => {
    setKey('');
    queries.clear();
    void queries.invalidateQueries();
  };
  const usage = data?.data;
  return (
    <section className="panel">
      <h2>In use</h2>
      {usage === undefined && error === null && <Loading what="the use of the key" rows={3} />}
      {usage === undefined && error !== null && <Failed what="The use of the key" error={error} />}
      {usage !== undefined && (
        <dl className="pairs">
          <dt>Owner</dt>
          <dd data-field="username">{usage.username}</dd>
          <dt>Key begins with</dt>
          <dd>
            <code>{usage.key_prefix}</code>
          </dd>
          <dt>Requests a minute</dt>
          <dd>
            {count(usage.rate_limit.remaining).text} of {count(usage.limits.requests_per_minute).text} left
          </dd>
          <dt>Exports and streams at a time</dt>
          <dd>{count(usage.limits.concurrent_exports).text}</dd>
          <dt>Ends</dt>
          <dd>{usage.expires_timestamp === null ? 'never' : moment(usage.expires_timestamp, zone)}</dd>
        </dl>
      )}
      <button type="button" className="button" onClick={forget}>
        Forget the key
      </button>
    </section>
  );
}
