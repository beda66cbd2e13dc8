/** What a model of dbt is rendered with. */
export interface DbtContext {
  readonly vars: Readonly<Record<string, string>>;
  /** Names of the relations that `ref` and `source` stand for. */
  readonly ref: (model: string) => string;
  readonly source: (source: string, table: string) => string;
  readonly self: string;
  readonly isIncremental: boolean;
}

export interface RenderedModel {
  readonly sql: string;
  /** The text within `config(…)`; empty without one. */
  readonly config: string;
}

/**
 * The little of dbt's templates that the package uses: `config`, `ref`, `source`, `var`, `this` and a condition on
 * `is_incremental()`. Throws for anything else, so that no model says what no test has read.
 */
export function renderDbt(template: string, context: DbtContext): RenderedModel {
  let config = '';
  const chosen = template.replaceAll(/\{% if is_incremental\(\) %\}(.*?)\{% endif %\}/gs, (_, part: string) =>
    context.isIncremental ? part : '',
  );
  const sql = chosen.replaceAll(/\{\{ (.*?) \}\}/gs, (_, expression: string) => {
    const call = /^(\w+)\((.*)\)$/s.exec(expression);
    const names = [...(call?.[2] ?? '').matchAll(/'([^']*)'/g)].map(([, name = '']) => name);
    const [first = '', second = ''] = names;
    if (expression === 'this') return context.self;
    if (call?.[1] === 'ref') return context.ref(first);
    if (call?.[1] === 'source') return context.source(first, second);
    if (call?.[1] === 'var') return context.vars[first] ?? second;
    if (call?.[1] === 'config') {
      config = call[2] ?? '';
      return '';
    }
    throw new Error(`the template has ${expression}, which is not known here`);
  });
  if (/\{[{%]/.test(sql)) throw new Error('the template has more than is known here');
  return { sql, config };
}
