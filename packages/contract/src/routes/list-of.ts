import { answers } from '@tidemark/model/fields';
import { z } from 'zod';
import { tableParameters } from '../schemas/row-parameters.ts';
import type { Route } from './route.ts';

/** The rows of an answer that is a list. */
export interface ListOf {
  /** Name of their component: fields are defined in it. */
  readonly component: string;
  /** Those that have a place in CSV, in the order of the answer: not objects, and not lists of objects. */
  readonly columns: readonly string[];
}

/** The list that a route answers with; null where it is none, or is not read. Every such list has CSV and NDJSON too. */
export function listOf(route: Route): ListOf | null {
  if (route.method === 'post' || !(route.answer instanceof z.ZodType)) return null;
  const rows = rowsOf(route.answer);
  const component = rows?.meta()?.id;
  if (rows === null || component === undefined) return null;
  const { nested = {} } = answers[component] ?? {};
  return { component, columns: Object.keys(rows.shape).filter((name) => !(name in nested)) };
}

/** All parameters of the query of a route. */
export function parametersOf(route: Route): z.ZodObject | undefined {
  if (route.query === undefined || listOf(route) === null) return route.query;
  return route.query.extend(route.form === 'rows' ? tableParameters.rows : tableParameters.list);
}

function rowsOf(answer: z.core.$ZodType): z.ZodObject | null {
  if (answer instanceof z.ZodUnion) return answer.options.map(rowsOf).find((rows) => rows !== null) ?? null;
  if (answer instanceof z.ZodArray) return answer.element instanceof z.ZodObject ? answer.element : null;
  return answer instanceof z.ZodObject && answer.shape['data'] instanceof z.ZodArray
    ? rowsOf(answer.shape['data'])
    : null;
}
