import { useState } from 'react';

const STORAGE_NAME = 'tidemark-theme';
const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
const SIGNS = { system: '◐', light: '○', dark: '●' } as const;

/** Light, dark, or as the system has it. The choice is kept in this browser; `theme.js` applies it before the first paint. */
export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <button type="button" className="button icon" onClick={() => setTheme(apply(next))} title={`Theme: ${theme}`}>
      <span aria-hidden="true">{SIGNS[theme]}</span>
      <span className="sr-only">
        Theme: {theme}. Change to {next}
      </span>
    </button>
  );
}

function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return THEMES.find((theme) => theme === chosen) ?? 'system';
}

function apply(theme: Theme): Theme {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_NAME);
    else localStorage.setItem(STORAGE_NAME, theme);
  } catch {
    // Storage is refused: the choice holds until the page is left.
  }
  return theme;
}
