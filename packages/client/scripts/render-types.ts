import openapiTS, { astToString } from 'openapi-typescript';

const HEAD = '// Generated from apps/api/openapi.json by `npm run generate`. Do not edit.\n\n';

/**
 * The types of all paths and components of an OpenAPI document, as a TypeScript file. Not immutable: openapi-fetch does not
 * know a `readonly` list for a list.
 */
export async function renderTypes(openApiText: string): Promise<string> {
  return HEAD + astToString(await openapiTS(openApiText, { alphabetize: true }));
}
