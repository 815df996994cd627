/** Makes the browser ask before the page is closed or loaded again while something would be lost. */
export function askBeforeLeaving(wouldLoseSomething: () => boolean): void {
  addEventListener("beforeunload", (event) => {
    if (wouldLoseSomething()) event.preventDefault();
  });
}
