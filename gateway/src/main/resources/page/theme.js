// The theme before anything is drawn: the system's, unless somebody chose one here.
(() => {
  const KEY = 'theme';
  const root = document.documentElement;
  let here = null;
  const system = matchMedia('(prefers-color-scheme: dark)');

  function chosen() {
    try { return localStorage.getItem(KEY) ?? here; } catch { return here; }
  }

  function show() {
    const theme = chosen() ?? (system.matches ? 'dark' : 'light');
    root.dataset.theme = theme;
    const button = document.getElementById('theme');
    button?.setAttribute('aria-pressed', String(theme === 'dark'));
    dispatchEvent(new Event('themechange'));
  }

  show();
  system.addEventListener('change', show);
  addEventListener('DOMContentLoaded', () => {
    show();
    document.getElementById('theme').addEventListener('click', () => {
      here = root.dataset.theme === 'dark' ? 'light' : 'dark';
      try { localStorage.setItem(KEY, here); } catch { /* for as long as this window is open */ }
      show();
    });
  });
})();
