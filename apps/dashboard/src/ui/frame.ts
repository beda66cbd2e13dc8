/** Pages of the frame, in their order. */
export const PAGES = [
  ['/', 'Markets'],
  ['/compare', 'Compare'],
  ['/protocols', 'Protocols'],
  ['/liquidity', 'Liquidity'],
  ['/status', 'Status'],
  ['/docs', 'API'],
] as const;

/** What stands on every page while the chain is a simulation. */
export const SIMULATED = {
  title: 'Simulated data.',
  text: 'This chain is made up on this machine: its tokens, amounts and prices are not real.',
} as const;

/** Where the API puts the banner of a simulation into the page that it serves; a file beside the page has it. */
export const SIMULATED_MARK = '<!--simulated-->';
export const SIMULATED_FILE = 'simulated.html';

/** The frame as HTML, seen before any script has run. It looks as the components do that take its place. */
export function frameHtml(): string {
  const links = PAGES.map(([to, text]) => `<a href="${to}">${text}</a>`).join('');
  return `<a class="skip" href="#main">Skip to the content</a><header class="top"><a href="/" class="brand"><img src="/icon.svg" alt="" width="24" height="24"> Tidemark</a><nav aria-label="Pages">${links}</nav></header>${SIMULATED_MARK}<main id="main"></main>`;
}

export function simulatedHtml(): string {
  return `<aside class="banner simulated" aria-label="Simulated data"><p><strong>${SIMULATED.title}</strong> ${SIMULATED.text}</p></aside>`;
}
