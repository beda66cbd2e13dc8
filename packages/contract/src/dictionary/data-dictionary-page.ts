import type { OpenApiDocument } from '../openapi/build-openapi-document.ts';
import { listAnswerShapes } from './answer-shapes.ts';
import { definitionIn, type FieldDefinition, publicFunctions, publicViews } from '@tidemark/model/fields';

const INTRODUCTION = `# Data dictionary

Generated from [packages/model/src/fields](../packages/model/src/fields) by \`npm run generate\`; do not edit. The same texts are the comments of the views
in Postgres (\`\\d+ lend_v1.reserve_latest\`) and the descriptions in the OpenAPI document.

* **Unit** is what the number counts. Text has none.
* Amounts are raw units: \`token\` is base units over 10^token_decimals, also where wallets show the amounts of a Token-2022 mint times a
  multiplier (ScaledUiAmount). That multiplier is \`ui_multiplier_f\` of \`lend_v1.reserves\` and \`info/reserves\`.
* **Null** means unknown and zero means measured zero.
* **Method** names the version of the formula; it changes when the same input gives another value. [Methodology](use/methodology.md)
  has them all.
* Exact numbers (\`_raw\`) are decimals in their unit, whatever fixed point the protocol keeps them in: numerics in SQL, the same digits as
  strings in the API. \`_f\` is the nearest double.
* Times are timestamptz in SQL (names end in \`_at\`) and unix seconds in the API (\`timestamp\`, \`…_timestamp\`).
`;

/** `docs/data-dictionary.md`: every column of the public views and every field of the answers. */
export function renderDataDictionaryPage(document: OpenApiDocument): string {
  const views = Object.entries(publicViews).map(([view, { description, columns }]) =>
    section(`lend_v1.${view}`, description, columns),
  );
  const functions = Object.entries(publicFunctions).map(
    ([signature, description]) => `### lend_v1.${signature}\n\n${description}`,
  );
  const answers = listAnswerShapes(document).map(({ id, description, endpoints, fields }) =>
    section(
      id,
      [description, ...endpoints.map((endpoint) => `* \`${endpoint}\``)].filter((line) => line !== '').join('\n'),
      Object.fromEntries(fields.map((name) => [name, definitionIn(id, name)])),
    ),
  );
  return [
    INTRODUCTION.trimEnd(),
    '## Views of Postgres',
    ...views,
    '## Functions of Postgres',
    ...functions,
    '## Answers of the API',
    ...answers,
  ]
    .join('\n\n')
    .concat('\n');
}

function section(title: string, text: string, fields: Readonly<Record<string, FieldDefinition>>): string {
  const rows = Object.entries(fields).map(([name, field]) => {
    const cells = [field.description, field.unit, field.nullRule, field.formula, field.methodVersion];
    return `| \`${name}\` | ${cells.map(escapeCell).join(' | ')} |`;
  });
  const head = '| Name | Meaning | Unit | Null | Source | Method |\n|---|---|---|---|---|---|';
  return [`### ${title}`, text, [head, ...rows].join('\n')].join('\n\n');
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
