import { useId, useState } from 'react';
import { apiUrl, currentKey, explain, useTier } from '../../api/client.ts';
import { escapeUnseen } from '../../format/names.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { curlOf, type Operation, type Parameter, urlOf, type Values } from './document.ts';

interface CallProps {
  readonly operation: Operation;
  readonly examples: Values;
}

/** One call: closed a line, open its text, its parameters, an example, and its answer. */
export function Call({ operation, examples }: CallProps) {
  const [isOpen, setIsOpen] = useState(location.hash === `#${operation.id}`);
  return (
    <details className="call" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span className="method">{operation.method.toUpperCase()}</span> <code className="break">{operation.path}</code>
        <span className="call-summary">{operation.summary}</span>
        {operation.access === 'key' && <span className="tag warn">needs a key</span>}
      </summary>
      {isOpen && <Opened operation={operation} examples={examples} />}
    </details>
  );
}

interface Answer {
  readonly status: string;
  readonly body: string;
}

const SHOWN_CHARACTERS = 6_000;

function Opened({ operation, examples }: CallProps) {
  const [typed, setTyped] = useState<Values>({});
  const [answer, setAnswer] = useState<Answer | 'asking' | null>(null);
  const tier = useTier();
  const pathNames = operation.parameters.filter((each) => each.in === 'path').map(({ name }) => name);
  const filled = Object.fromEntries(pathNames.map((name) => [name, examples[name] ?? '']));
  const values = { ...filled, mint: examples['mint'] ?? '', ...typed };
  const url = urlOf(operation, values);
  const curl = curlOf(operation, values, apiUrl);
  const isRefused = operation.access === 'key' && tier === 'public';
  const run = async (): Promise<void> => {
    setAnswer('asking');
    setAnswer(await ask(url));
  };
  return (
    <div className="call-body">
      <Text text={operation.description} />
      {operation.parameters.length > 0 && (
        <Parameters
          parameters={operation.parameters}
          values={values}
          onType={(name, value) => setTyped({ ...typed, [name]: value })}
        />
      )}
      <div className="example">
        <pre>{curl}</pre>
        <p className="example-tools">
          <CopyButton text={curl} label={`the call of ${operation.summary}`} />
          {operation.runs && (
            <button type="button" className="button small primary" disabled={isRefused} onClick={() => void run()}>
              Run<span className="sr-only"> {operation.summary}</span>
            </button>
          )}
          {isRefused && <span className="quiet">Enter a key on the page Key to run it here.</span>}
        </p>
      </div>
      {answer === 'asking' && <p role="status">Asking</p>}
      {answer !== null && answer !== 'asking' && (
        <div role="status">
          <p>{answer.status}</p>
          <pre className="answer" tabIndex={0} aria-label="Answer">
            {answer.body}
          </pre>
        </div>
      )}
    </div>
  );
}

async function ask(url: string): Promise<Answer> {
  const key = currentKey();
  const started = performance.now();
  try {
    const headers = { Accept: 'application/json', ...(key === '' ? {} : { 'X-SERVICE-API-KEY': key }) };
    const response = await fetch(`${apiUrl}${url}`, { headers });
    const text = await response.text();
    const status = `${response.status} in ${Math.round(performance.now() - started)} ms, ${text.length.toLocaleString('en-US')} characters`;
    return { status, body: cut(indented(text)) };
  } catch (error) {
    return { status: explain(error), body: '' };
  }
}

function indented(text: string): string {
  try {
    return escapeUnseen(JSON.stringify(JSON.parse(text), null, 2));
  } catch {
    return text;
  }
}

function cut(text: string): string {
  return text.length <= SHOWN_CHARACTERS
    ? text
    : `${text.slice(0, SHOWN_CHARACTERS)}\n… cut here; the call answers all of it`;
}

interface ParametersProps {
  readonly parameters: readonly Parameter[];
  readonly values: Values;
  readonly onType: (name: string, value: string) => void;
}

function Parameters({ parameters, values, onType }: ParametersProps) {
  const id = useId();
  return (
    <dl className="parameters">
      {parameters.map(({ name, in: place, description, schema }) => (
        <div key={name}>
          <dt>
            <label htmlFor={`${id}-${name}`}>
              <code>{name}</code>
            </label>{' '}
            <span className="quiet">{place === 'query' ? '' : place}</span>
          </dt>
          <dd>
            {schema?.enum === undefined ? (
              <input
                id={`${id}-${name}`}
                type="text"
                value={values[name] ?? ''}
                placeholder={String(schema?.example ?? schema?.default ?? '')}
                onChange={(event) => onType(name, event.target.value)}
              />
            ) : (
              <select
                id={`${id}-${name}`}
                className="select"
                value={values[name] ?? ''}
                onChange={(event) => onType(name, event.target.value)}
              >
                <option value="">–</option>
                {schema.enum.map((choice) => (
                  <option key={choice}>{choice}</option>
                ))}
              </select>
            )}
            <span className="quiet">{description}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Paragraphs and lists of a description. */
function Text({ text }: { readonly text: string }) {
  return text.split('\n\n').map((part) =>
    part.startsWith('* ') ? (
      <ul key={part} className="points">
        {part.split('\n').map((line) => (
          <li key={line}>{line.replace(/^\* /, '')}</li>
        ))}
      </ul>
    ) : (
      <p key={part}>{part}</p>
    ),
  );
}
