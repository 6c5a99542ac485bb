// The theme before anything is drawn: the system's, unless somebody chose one here.
(() => {
  const KEY = 'theme';
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');

  function chosen() {
    try { return localStorage.getItem(KEY); } catch { return null; }
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
      try { localStorage.setItem(KEY, root.dataset.theme === 'dark' ? 'light' : 'dark'); } catch { /* not kept */ }
      show();
    });
  });
})();
