/**
 * Ends animations and transitions at once: drawing their frames took more than half of a test's time, because the
 * browser of the tests draws without a graphics card. What the position of a scroll container drives stays. Runs in a
 * page, so it refers to nothing outside itself.
 */
export function stopMotion(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    *:not([class*="fading"]) { animation: none !important; }
    *::before, *::after { animation-duration: 0s !important; animation-iteration-count: 1 !important; }
    *, *::before, *::after { transition: none !important; }
  `);
  document.adoptedStyleSheets.push(sheet);
}
