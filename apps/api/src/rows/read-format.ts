import type { RowFormat } from '@tidemark/contract';

export type { RowFormat } from '@tidemark/contract';

const TYPE_FORMATS: Readonly<Record<string, RowFormat>> = {
  'application/json': 'json',
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
};

/** The form of the answer: the parameter format, else the type that Accept likes best, else JSON. */
export function readFormat(format: RowFormat | undefined, accept: string | undefined): RowFormat {
  return format ?? formatOf(accept ?? '');
}

/** Types that name no format of ours count as JSON: what browsers send asks for pages first, and for anything last. */
function formatOf(accept: string): RowFormat {
  let best: { readonly format: RowFormat; readonly weight: number } = { format: 'json', weight: 0 };
  for (const part of accept.split(',')) {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const weight = quality === undefined ? 1 : Number(quality);
    const format = Object.hasOwn(TYPE_FORMATS, type) ? TYPE_FORMATS[type] : undefined;
    if (format !== undefined && weight <= 1 && weight > best.weight) best = { format, weight };
  }
  return best.format;
}
