import { type RefObject, useEffect, useState } from 'react';

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
