import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryDir } from '@tidemark/testing';
import { describe, expect, it } from 'vitest';
import { type Mutant, MUTANT_CLASSES, plant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import { pickMutants } from './run-mutants.ts';

describe('the planted bugs', () => {
  it.each(MUTANTS.map((mutant) => [mutant.id, mutant] as const))(
    '%s still has its place in the source',
    async (_, mutant) => {
      const source = await readFile(join(repositoryDir(), mutant.file), 'utf8');
      expect(plant(mutant, source)).not.toBe(source);
    },
  );

  it('are at least 24, of every class, each under a name of its own, and half of them chosen from the code alone', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(24);
    expect(new Set(MUTANTS.map((mutant) => mutant.class))).toEqual(new Set(MUTANT_CLASSES));
    expect(new Set(MUTANTS.map(({ id }) => id)).size).toBe(MUTANTS.length);
    const chosen = MUTANTS.filter(({ origin }) => origin === 'product');
    expect(chosen.length).toBeGreaterThanOrEqual(MUTANTS.length / 2);
  });
});

describe('planting', () => {
  const mutant: Mutant = {
    id: 'some',
    class: 'store',
    words: 'something',
    file: 'some.ts',
    edits: [{ find: 'a + b', replace: 'a - b' }],
    origin: 'product',
  };

  it('replaces the text', () => {
    expect(plant(mutant, 'const sum = a + b;')).toBe('const sum = a - b;');
  });

  it.each([
    ['is not there', 'const sum = b + a;'],
    ['is there twice', 'a + b, a + b'],
  ])('fails where the text %s', (_, source) => {
    expect(() => plant(mutant, source)).toThrow('mutant some');
  });

  it('fails where nothing would change', () => {
    const same = { ...mutant, edits: [{ find: 'a', replace: 'a' }] };
    expect(() => plant(same, 'a')).toThrow('changes nothing');
  });
});

describe('a few of the planted bugs', () => {
  it('are others for each turn, each once, and all of them in the end', () => {
    const seen = new Set<string>();
    for (let turn = 0; turn < 1_000; turn += 1) {
      const picked = pickMutants(MUTANTS, 3, `turn ${turn}`);
      expect(new Set(picked).size).toBe(3);
      expect(pickMutants(MUTANTS, 3, `turn ${turn}`)).toEqual(picked);
      for (const { id } of picked) seen.add(id);
    }
    expect([...seen].toSorted()).toEqual(
      MUTANTS.filter(({ isRare }) => isRare !== true)
        .map(({ id }) => id)
        .toSorted(),
    );
  });
});
