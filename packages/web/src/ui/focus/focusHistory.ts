/** An element that had the focus, and where it was, so that its neighbor can be found once it is gone. */
export interface FocusPlace {
  element: HTMLElement;
  /** Its ancestors from the inside out, each with the child that led to the element and the index of that child. */
  steps: readonly { container: Element; child: Element; index: number }[];
}

/** Enough to get from a menu in a dialog back to what had the focus before the dialog. */
const maxPlaces = 8;

let places: readonly FocusPlace[] = [];

/** Starts to record which elements have the focus. Returns the function that stops it. */
export function startFocusHistory(): () => void {
  const record = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    places = [describePlace(target), ...places.filter(({ element }) => element !== target)].slice(0, maxPlaces);
  };
  document.addEventListener("focusin", record);
  return () => document.removeEventListener("focusin", record);
}

/** Returns the last places of the focus, the latest first. */
export const getFocusHistory = (): readonly FocusPlace[] => places;

/** Forgets the places since `earlierPlaces`, such as those in a dialog that has closed and fades out. */
export function restoreFocusHistory(earlierPlaces: readonly FocusPlace[]): void {
  places = earlierPlaces;
}

function describePlace(element: HTMLElement): FocusPlace {
  const steps: FocusPlace["steps"][number][] = [];
  for (let child: Element = element; child.parentElement; child = child.parentElement) {
    const container = child.parentElement;
    steps.push({ container, child, index: [...container.children].indexOf(child) });
  }
  return { element, steps };
}
