import { shortAddress } from './words.ts';

/** A name as it is shown: nothing in it is invisible, turns its neighbours around, or looks like another letter. */
export interface ShownName {
  readonly text: string;
  /** Whether its letters are of more than one script, as in names that imitate others. */
  readonly isMixed: boolean;
}

/** Stands behind the text of a name of mixed scripts, where there is no room for words. */
export const MIXED_MARK = '△';

/** Scripts of letters that look like Latin ones. */
const LOOKALIKE =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Deseret}\p{Script=Osage}\p{Script=Tifinagh}\p{Script=Old_Italic}\p{Script=Gothic}\p{Script=Runic}\p{Script=Vai}\p{Script=Bamum}\p{Script=Canadian_Aboriginal}]/u;
/** What is not seen, or moves what is: controls, formats, marks without a script, blanks, what nothing is assigned to. */
const UNSEEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\p{Script=Inherited}\u2800]/u;
/** Digits, signs and letters of another form of which an ASCII one exists, or that looks like one. */
const IMITATION = /[\p{N}\p{P}\p{Sm}\p{Sk}\p{Lm}]/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Scripts that are told apart; letters of all others count as one more. */
const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Cherokee',
  'Coptic',
  'Han',
  'Hangul',
  'Arabic',
  'Hebrew',
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));

function isAscii(character: string): boolean {
  return character >= ' ' && character <= '~';
}

/** Whether a character is shown as its number, wherever it stands. */
function isEscaped(character: string): boolean {
  if (character === '\\') return true;
  if (isAscii(character)) return false;
  if (UNSEEN.test(character) || LOOKALIKE.test(character) || IMITATION.test(character)) return true;
  if (character.normalize('NFKC') !== character) return true;
  // A Latin letter that is no ASCII one with an accent: ı, ɑ, ɡ.
  return /\p{Script=Latin}/u.test(character) && !/^[A-Za-z]/.test(character.normalize('NFD'));
}

function escapeOf(character: string): string {
  if (character === '\\') return '\\\\';
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

/** Blanks at the ends, and those after another one, cannot be seen either; then every other character. */
const PARTS = /^ +| +$|(?<= ) +|./gsu;

/** A name of the chain, which anybody may have written. Null where it has nothing to see. */
export function showName(name: string): ShownName | null {
  const composed = name.normalize('NFC');
  if (Array.from(composed).every((character) => character === ' ' || UNSEEN.test(character))) return null;
  const text = composed.replaceAll(PARTS, (part, place: number) => {
    if (/^ +$/.test(part)) return isBlankSeen(composed, place, part.length) ? part : escapeOf(' ').repeat(part.length);
    return isEscaped(part) ? escapeOf(part) : part;
  });
  return { text, isMixed: scriptsOf(composed) > 1 };
}

/** A single blank between two characters. */
function isBlankSeen(text: string, place: number, length: number): boolean {
  return length === 1 && place > 0 && place < text.length - 1 && text[place - 1] !== ' ';
}

function scriptsOf(text: string): number {
  const letters = Array.from(text).filter((character) => /\p{L}/u.test(character));
  return new Set(letters.map((letter) => SCRIPTS.findIndex((script) => script.test(letter)))).size;
}

/** The name, or the ends of the address where there is nothing to see of it. */
export function nameOr(name: string, address: string): ShownName {
  return showName(name) ?? { text: shortAddress(address), isMixed: false };
}

/** The same as plain text: for titles, choices and legends. Of another direction, it keeps its neighbours where they are. */
export function nameText(name: string, address: string): string {
  const { text, isMixed } = nameOr(name, address);
  const kept = RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
  return isMixed ? `${kept} ${MIXED_MARK}` : kept;
}

interface Named {
  readonly token_symbol: string;
  readonly token_address: string;
  readonly lending_market_name: string;
  readonly lending_market: string;
}

export const tokenText = (row: Pick<Named, 'token_symbol' | 'token_address'>): string =>
  nameText(row.token_symbol, row.token_address);
export const marketText = (row: Pick<Named, 'lending_market_name' | 'lending_market'>): string =>
  nameText(row.lending_market_name, row.lending_market);

/** Text of unknown origin in JSON: what is not seen as the escapes that JSON has for it. */
export function escapeUnseen(json: string): string {
  return json.replaceAll(/[^\n -~]/gu, (character) =>
    UNSEEN.test(character)
      ? [...Array(character.length).keys()]
          .map((place) => `\\u${character.charCodeAt(place).toString(16).padStart(4, '0')}`)
          .join('')
      : character,
  );
}
