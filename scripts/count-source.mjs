import { countSource, findSpellings, MAX_SPELLINGS, readProduct } from './lib/count-source.mjs';
import { rootDir } from './lib/repository.mjs';

// npm run count                     hand-written source without tests and generated files, and what stands outside
//                                   packages/protocols/src/<name> though it belongs to one protocol
// npm run count -- --hits RULE      the files that break a rule of the second table
// npm run count -- --field FIELD    the hand-written files that spell a field
// npm run count -- --fields         how many files spell each published field, where it is too many
const [option, word = ''] = process.argv.slice(2);
const say = (text) => process.stdout.write(`${text}\n`);
const count = countSource(rootDir);

function printTables() {
  const cells = (row) => row.map((cell, index) => (index === 0 ? cell.padEnd(24) : String(cell).padStart(9))).join('');
  const print = (rows) => say(`${rows.map(cells).join('\n')}\n`);
  const row = ({ name, lines, files, median, longest }) => [name, lines, files, median, longest];
  print([
    ['hand-written source', 'lines', 'files', 'median', 'longest'],
    ...count.rooms.map(row),
    row(count.product),
    row(count.migrations),
    ...count.beside.map(row),
  ]);
  const seam = count.seam.map(({ name, lines, files }) => [name, lines, files]);
  print([['outside the protocols', 'lines', 'files'], ...seam]);
}

if (option === '--hits') {
  for (const { name, hits } of count.seam.filter((rule) => rule.name.includes(word))) {
    for (const { path, lines } of hits) say(`${String(lines).padStart(5)}  ${path}  (${name})`);
  }
} else if (option === '--field') {
  const files = findSpellings(readProduct(rootDir), word);
  say([...files, `${files.length} files spell ${word}`].join('\n'));
} else if (option === '--fields') {
  const { spellings } = count;
  const many = spellings.filter(({ files }) => files > MAX_SPELLINGS);
  for (const { field, files } of many) say(`${String(files).padStart(5)}  ${field}`);
  const middle = spellings[spellings.length >> 1]?.files ?? 0;
  say(`${many.length} of ${spellings.length} fields in more than ${MAX_SPELLINGS} files, the middle one in ${middle}`);
} else printTables();
