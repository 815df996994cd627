/** The feet of the open dialogs, the topmost last. */
const feet: HTMLElement[] = [];

/** A narrower notice would break most texts into many lines. */
const minGapPx = 400;

/** Between a notice and the buttons beside it. */
const marginPx = 16;

/**
 * The ref of the row of buttons at the end of a dialog. While the dialog is as high as the window, notices are in the
 * widest gap between the buttons, or above them if it is too narrow. Sets `--dialog-foot-height` and `data-foot-gap`.
 */
export function placeInDialogFoot(foot: HTMLElement | null): (() => void) | undefined {
  if (!foot) return;
  feet.push(foot);
  const sizes = new ResizeObserver(measureTop);
  sizes.observe(foot);
  // Buttons come and go and change their names, for example when something was changed.
  const observeChildren = () => {
    for (const child of foot.children) sizes.observe(child);
  };
  observeChildren();
  const children = new MutationObserver(observeChildren);
  children.observe(foot, { childList: true });
  return () => {
    children.disconnect();
    sizes.disconnect();
    feet.splice(feet.indexOf(foot), 1);
    measureTop();
  };
}

function measureTop(): void {
  const foot = feet.at(-1);
  const { style, dataset } = document.documentElement;
  style.removeProperty("--dialog-foot-height");
  delete dataset.footGap;
  if (!foot) return;
  style.setProperty("--dialog-foot-height", `${foot.offsetHeight}px`);
  const gap = findWidestGap(foot);
  if (gap.right - gap.left < minGapPx + 2 * marginPx) return;
  dataset.footGap = "";
  style.setProperty("--foot-gap-left", `${gap.left + marginPx}px`);
  style.setProperty("--foot-gap-right", `${innerWidth - gap.right + marginPx}px`);
}

function findWidestGap(foot: HTMLElement): { left: number; right: number } {
  const outer = foot.getBoundingClientRect();
  const boxes = [...foot.children].map((child) => child.getBoundingClientRect()).filter(({ width }) => width > 0);
  const lefts = [outer.left, ...boxes.map(({ right }) => right)];
  const rights = [...boxes.map(({ left }) => left), outer.right];
  const gaps = lefts.map((left, index) => ({ left, right: rights[index] ?? left }));
  return gaps.reduce((widest, gap) => (gap.right - gap.left > widest.right - widest.left ? gap : widest));
}
