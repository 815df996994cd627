/** The sum of the margins above and below the notices. */
const marginsPx = 16;

/**
 * Sets a CSS variable of the root element to the height that the shown notices need with their margins, so that what
 * they would cover can leave it free. Returns the function that stops updating the variable.
 */
export function observeNoticesHeight(variable: `--${string}`): () => void {
  const notices = document.querySelector<HTMLElement>('[data-notices][data-position="bottom-right"]');
  const observer = new ResizeObserver(() => {
    const height = notices?.offsetHeight ?? 0;
    document.documentElement.style.setProperty(variable, height === 0 ? "0px" : `${height + marginsPx}px`);
  });
  if (notices) observer.observe(notices);
  return () => observer.disconnect();
}
