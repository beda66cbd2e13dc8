import { useEffect } from 'react';

/** The name of the page in the tab of the browser. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Tidemark`;
  }, [title]);
}
