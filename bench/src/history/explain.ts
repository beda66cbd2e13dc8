import type { Queryable } from '@tidemark/schema';
import postgres from 'postgres';

/** What a statement did, in one line. */
export interface PlanSummary {
  readonly ms: number;
  readonly text: string;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

interface Explained {
  readonly Plan: PlanNode;
  readonly 'Planning Time': number;
  readonly 'Execution Time': number;
}

interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/**
 * EXPLAIN (ANALYZE, BUFFERS) of the statements that a read of the schema package sends, the slowest of them in short. The
 * read runs as it would in the API; its statements are taken down on the way to the server.
 */
export async function explainRead(
  databaseUrl: string,
  read: (sql: Queryable) => Promise<unknown>,
): Promise<PlanSummary> {
  const statements: Statement[] = [];
  const sql = postgres(databaseUrl, {
    max: 1,
    onnotice: () => undefined,
    types: { bigint: postgres.BigInt },
    connection: { TimeZone: 'UTC' },
    debug: (_connection, text, parameters: unknown[]) => void statements.push({ text, parameters: [...parameters] }),
  });
  try {
    await read(sql);
    const plans: PlanSummary[] = [];
    for (const statement of statements.filter(
      ({ text }) => /^\s*(SELECT|WITH)\b/i.test(text) && text.includes('lend.'),
    )) {
      plans.push(await explain(sql, statement));
    }
    const slowest = plans.toSorted((left, right) => right.ms - left.ms)[0];
    if (slowest === undefined) throw new Error('the read sent no statement');
    const others = plans.length > 1 ? `; slowest of ${plans.length} statements` : '';
    return { ms: slowest.ms, text: `${slowest.text}${others}` };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function explain(sql: postgres.Sql<{ bigint: bigint }>, { text, parameters }: Statement): Promise<PlanSummary> {
  const rows = await sql.unsafe<{ 'QUERY PLAN': Explained[] }[]>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they are what the driver was given before
    [...parameters] as postgres.ParameterOrJSON<bigint>[],
  );
  const explained = rows[0]?.['QUERY PLAN'][0];
  if (explained === undefined) throw new Error('EXPLAIN gave no plan');
  const { Plan: plan } = explained;
  const ms = explained['Execution Time'];
  const buffers = `${plan['Shared Hit Blocks']} buffers hit, ${plan['Shared Read Blocks']} read`;
  return {
    ms,
    text: `${scansOf(plan).join(' + ')}; ${buffers}; ${ms.toFixed(1)} ms (planning ${explained['Planning Time'].toFixed(1)})`,
  };
}

/** Where the rows come from, in the order of the plan. */
function scansOf(node: PlanNode): string[] {
  const { 'Node Type': type, 'Index Name': index, 'Relation Name': relation, Plans: plans = [] } = node;
  const rows = Math.round(node['Actual Rows'] * node['Actual Loops']);
  const loops = node['Actual Loops'] > 1 ? ` in ${node['Actual Loops']} loops` : '';
  const place = index ?? relation;
  const own = place === undefined || rows === 0 ? [] : [`${type} ${place} ${rows} rows${loops}`];
  return [...own, ...plans.flatMap(scansOf)];
}
