import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryDir } from '@tidemark/testing';

/** Where the examples expect the API. */
const PRINTED_URL = 'http://localhost:3000';

/** The blocks of one language in a README as they are printed, but for the address of the API. Throws where there is none. */
export async function readExamples(readme: string, language: string, apiUrl: string): Promise<readonly string[]> {
  const text = await readFile(join(repositoryDir(), readme), 'utf8');
  const blocks = [...text.matchAll(new RegExp(`\`\`\`${language}\n(.+?)\`\`\``, 'gs'))];
  if (blocks.length === 0) throw new Error(`${readme} has no example in ${language}`);
  return blocks.map(([, block]) => (block ?? '').replaceAll(PRINTED_URL, apiUrl));
}
