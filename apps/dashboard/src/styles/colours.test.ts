import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { IDENTITIES, MEASURES } from '../chart/types.ts';

const CSS = readFileSync(new URL('./base.css', import.meta.url), 'utf8');
const THEMES = ['light', 'dark'] as const;
type Triple = readonly [number, number, number];

/** Linear light of a colour of the style sheet. */
function lightOf(name: string, theme: (typeof THEMES)[number]): Triple {
  const [, light = '', dark = ''] = new RegExp(`--${name}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(CSS) ?? [];
  const text = theme === 'light' ? light : dark;
  if (text === '') throw new Error(`${name} has no colour`);
  const part = (place: number): number => {
    const share = Number.parseInt(text.slice(place, place + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return [part(0), part(2), part(4)];
}

const times = (matrix: readonly Triple[], [r, g, b]: Triple): Triple => {
  const row = (place: number): number => {
    const [x, y, z] = matrix[place] ?? [0, 0, 0];
    return x * r + y * g + z * b;
  };
  return [row(0), row(1), row(2)];
};

/** How dichromats see linear light: Machado, Oliveira and Fernandes 2009, severity 1. */
const SIGHTS: Readonly<Record<string, readonly Triple[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** CIELAB under D65. */
function labOf(light: Triple): Triple {
  const xyz = times(
    [
      [0.4124, 0.3576, 0.1805],
      [0.2126, 0.7152, 0.0722],
      [0.0193, 0.1192, 0.9505],
    ],
    light,
  );
  const curve = (value: number): number => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const [x, y, z] = [curve(xyz[0] / 0.95047), curve(xyz[1]), curve(xyz[2] / 1.08883)];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const clamp = ([r, g, b]: Triple): Triple => {
  const one = (value: number): number => Math.min(1, Math.max(0, value));
  return [one(r), one(g), one(b)];
};

const cases = THEMES.flatMap((theme) => Object.keys(SIGHTS).map((sight) => ({ theme, sight })));

it.each(cases)('in $theme, with $sight, no two measures and no two identities look alike', ({ theme, sight }) => {
  const seen = (name: string): Triple => labOf(clamp(times(SIGHTS[sight] ?? [], lightOf(name, theme))));
  for (const set of [MEASURES, IDENTITIES]) {
    const pairs = set.flatMap((one, place) => set.slice(place + 1).map((other) => [one, other] as const));
    const close = pairs.filter(([one, other]) => {
      const [a, b] = [seen(one), seen(other)];
      return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < 10;
    });
    expect(close).toEqual([]);
  }
});

it.each(THEMES)('in %s, every line stands out from its ground', (theme) => {
  const brightness = (name: string): number => {
    const [r, g, b] = lightOf(name, theme);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  for (const name of [...MEASURES, ...IDENTITIES]) {
    const [a, b] = [brightness(name), brightness('surface')].toSorted((one, other) => other - one);
    expect([name, ((a ?? 0) + 0.05) / ((b ?? 0) + 0.05) >= 3]).toEqual([name, true]);
  }
});
