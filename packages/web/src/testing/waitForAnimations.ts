/** Waits until all animations have ended, except those that never end: they repeat, or scrolling drives them. */
export async function waitForAnimations(): Promise<void> {
  const animations = document
    .getAnimations()
    .filter(
      ({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
    );
  await Promise.all(animations.map(({ finished }) => finished.catch(() => {})));
}
