import { type RefObject, useEffect, useState } from 'react';
import type uPlot from 'uplot';

/** Where a cursor that a key moves is, in pixels from the top: anywhere within the picture. */
export const CURSOR_TOP = 10;

const JUMP = 24;

/** The point that a key leads to from another one; null where the key means nothing here. */
export function nextIndex(key: string, index: number, count: number): number | null {
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    PageUp: index - JUMP,
    PageDown: index + JUMP,
    Home: 0,
    End: count - 1,
  };
  return moves[key] ?? null;
}

/**
 * Hooks of uPlot that keep the cursor at its x value (`held`, null without a cursor) when new data make a new plot. `places`: the x values of the data.
 */
export function keepPlace(
  held: RefObject<number | null>,
  places: readonly number[],
  setIndex: (index: number | null) => void,
) {
  const before = held.current;
  return {
    onReady: (plot: uPlot): void => {
      if (before !== null) plot.setCursor({ left: plot.valToPos(before, 'x'), top: CURSOR_TOP });
    },
    onCursor: (index: number | null): void => {
      held.current = index === null ? null : (places[index] ?? null);
      setIndex(index);
    },
  };
}

/** The width of an element, and a new object whenever it, or the theme, has changed: a canvas must then be drawn again. */
export function useRepaint(host: RefObject<HTMLElement | null>): { readonly width: number } {
  const [state, setState] = useState({ width: 0 });
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const measure = (): void =>
      setState((previous) => {
        const width = Math.floor(element.clientWidth);
        return width === previous.width ? previous : { width };
      });
    const repaint = (): void => setState((previous) => ({ ...previous }));
    const size = new ResizeObserver(measure);
    size.observe(element);
    const theme = new MutationObserver(repaint);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', repaint);
    return () => {
      size.disconnect();
      theme.disconnect();
      system.removeEventListener('change', repaint);
    };
  }, [host]);
  return state;
}
