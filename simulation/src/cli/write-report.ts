import { readFile, writeFile } from 'node:fs/promises';
import { errorCode } from '@tidemark/runtime';

/** Between the marks of this name of a page that has them; a file of its own otherwise. */
export async function writeReport(file: string, report: string, mark = 'simulation'): Promise<void> {
  const marked = new RegExp(`(?<=<!-- ${mark}:begin -->\\n)[\\s\\S]*(?=<!-- ${mark}:end -->)`);
  const page = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
  await writeFile(file, marked.test(page) ? page.replace(marked, () => `\n${report.trim()}\n\n`) : report);
}
