import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { buildOpenApiDocument } from '../openapi/build-openapi-document.ts';
import { listAnswerShapes } from './answer-shapes.ts';
import { answerVariants, definitionIn, describeDefinition } from '@tidemark/model/fields';
import { renderDataDictionaryPage } from './data-dictionary-page.ts';

const document = buildOpenApiDocument({ version: '0', protocols: ['any'] });
const PAGE = new URL('../../../../docs/data-dictionary.md', import.meta.url);

describe('docs/data-dictionary.md', () => {
  it('is what the table of fields says; run `npm run generate` where it is not', async () => {
    expect(await readFile(PAGE, 'utf8')).toBe(renderDataDictionaryPage(document));
  });

  it('does not depend on the version of the service or its server', () => {
    const other = buildOpenApiDocument({
      version: '9',
      protocols: ['any'],
      serverUrl: 'https://api.example.org',
    });
    expect(renderDataDictionaryPage(other)).toBe(renderDataDictionaryPage(document));
  });
});

describe('the fields of the answers', () => {
  const shapes = listAnswerShapes(document);

  it('all have an entry in the dictionary', () => {
    const missing = shapes.flatMap(({ id, undefinedNames }) => undefinedNames.map((name) => `${id}.${name}`));
    expect(missing).toEqual([]);
  });

  it('are described by the dictionary and nothing else', () => {
    const other = shapes.flatMap(({ id, fields, descriptions }) =>
      fields
        .filter((name) => descriptions[name] !== describeDefinition(definitionIn(id, name)))
        .map((name) => `${id}.${name}: ${descriptions[name]}`),
    );
    expect(other).toEqual([]);
  });

  it('may be null exactly where the dictionary says when', () => {
    const wrong = shapes.flatMap(({ id, fields, nullable }) =>
      fields
        .filter((name) => (definitionIn(id, name).nullRule !== 'never') !== nullable.includes(name))
        .map((name) => `${id}.${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('have no variant for a name that the answer does not have', () => {
    const named = new Set(shapes.flatMap(({ id, fields }) => fields.map((name) => `${id}.${name}`)));
    const variants = Object.entries(answerVariants).flatMap(([id, fields]) =>
      Object.keys(fields).map((name) => `${id}.${name}`),
    );
    expect(variants.filter((name) => !named.has(name))).toEqual([]);
  });

  it('are found with the endpoints that answer them', () => {
    const snapshot = shapes.find(({ id }) => id === 'ReserveSnapshot');
    expect(snapshot?.endpoints).toEqual([
      'GET /v1/{protocol}/lend/reserves/all/latest',
      'GET /v1/{protocol}/lend/reserves/{reserve}/latest',
    ]);
    expect(snapshot?.fields).toHaveLength(12);
  });

  it('would be missed: a field without an entry is found', () => {
    const odd = structuredClone(document);
    const schema = odd.components?.schemas?.['ReserveSnapshot'];
    if (schema === undefined || !('properties' in schema) || schema.properties === undefined)
      throw new Error('no shape');
    schema.properties['not_in_the_dictionary'] = { type: 'number' };
    const found = listAnswerShapes(odd).find(({ id }) => id === 'ReserveSnapshot');
    expect(found?.undefinedNames).toEqual(['not_in_the_dictionary']);
  });
});
