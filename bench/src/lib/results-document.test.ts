import { describe, expect, it } from 'vitest';
import { renderSection } from './report.ts';
import { renderResults, replaceSections } from './results-document.ts';

const record = (title: string, value: string) => {
  const section = { title, how: `How ${title} is measured.`, figures: [{ what: 'speed', value }] };
  const origin = { machine: 'a machine', date: '2026-11-21', command: `npm run bench -- --only ${title}` };
  return { title, text: renderSection(section, origin) };
};
const titlesOf = (document: string) => [...document.matchAll(/^## (.+)$/gm)].map(([, title]) => title);

describe('the recorded results', () => {
  const decode = record('Decode', '1 ms');
  const follow = record('Follow', '2 ms');
  const before = renderResults([decode, follow]);

  it('keep what was not measured, to the letter, with its own date and command', () => {
    const after = replaceSections(before, [record('Decode', '3 ms')]);
    expect(titlesOf(after)).toEqual(['Decode', 'Follow']);
    expect(after).toContain('| speed | 3 ms |');
    expect(after).not.toContain('| speed | 1 ms |');
    expect(after).toContain(follow.text);
    expect(follow.text).toContain('Date: 2026-11-21. Command: `npm run bench -- --only Follow`.');
  });

  it('get a section that was not there at their end', () => {
    expect(titlesOf(replaceSections(before, [record('Load', '4 ms')]))).toEqual(['Decode', 'Follow', 'Load']);
  });

  it('do not change when what is recorded is recorded again', () => {
    expect(replaceSections(before, [follow, decode])).toBe(before);
  });

  it('can begin with nothing', () => {
    expect(titlesOf(replaceSections('', [decode]))).toEqual(['Decode']);
  });
});
