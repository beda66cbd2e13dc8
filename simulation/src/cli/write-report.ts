import { readFile, writeFile } from 'node:fs/promises';
import { errorCode } from '@tidemark/runtime';

const MARKED = /(?<=<!-- simulation:begin -->\n)[\s\S]*(?=<!-- simulation:end -->)/;

/** Between the marks of a page that has them; a file of its own otherwise. */
export async function writeReport(file: string, report: string): Promise<void> {
  const page = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
  await writeFile(file, MARKED.test(page) ? page.replace(MARKED, () => `\n${report.trim()}\n\n`) : report);
}
