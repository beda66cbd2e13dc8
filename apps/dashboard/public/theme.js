// Before the first paint: the theme that was chosen here, else that of the system.
try {
  const theme = localStorage.getItem('tidemark-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused: the system decides.
}
