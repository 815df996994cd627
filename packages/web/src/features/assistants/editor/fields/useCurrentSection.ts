import { type RefObject, useEffect, useRef, useState } from "react";

interface CurrentSection {
  /** For the links, which stay at the top of what scrolls. */
  navRef: RefObject<HTMLElement | null>;
  /** The first field of the section that is being read. */
  currentField: string;
  /** Marks a section that the person has gone to, even if it cannot be scrolled to the top, until they scroll. */
  choose: (field: string) => void;
}

/** As wide as what scrolls sideways fades out. */
const fadeWidthPx = 24;

/** Follows which section of a form is at the top of what is visible. `fields`: the first field of each, in their order. */
export function useCurrentSection(fields: readonly string[]): CurrentSection {
  const navRef = useRef<HTMLElement>(null);
  const [currentField, setCurrentField] = useState(fields[0] ?? "");
  // Where the fields were scrolled to for the section that was chosen; null: none was.
  const chosenTopRef = useRef<number | null>(null);
  const fieldList = fields.join();
  useEffect(() => {
    const nav = navRef.current;
    const scrollArea = nav && findScrollArea(nav);
    if (!scrollArea) return;
    const update = () => {
      // Also going to a section scrolls.
      if (scrollArea.scrollTop === chosenTopRef.current) return;
      chosenTopRef.current = null;
      setCurrentField(findCurrentField(scrollArea, fieldList.split(",")));
    };
    scrollArea.addEventListener("scroll", update, { passive: true });
    return () => scrollArea.removeEventListener("scroll", update);
  }, [fieldList]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the field.
  useEffect(() => {
    const nav = navRef.current;
    const link = nav?.querySelector<HTMLElement>("[aria-current]");
    if (nav && link) scrollSideways(nav, link);
  }, [currentField]);
  const choose = (field: string) => {
    chosenTopRef.current = (navRef.current && findScrollArea(navRef.current))?.scrollTop ?? null;
    setCurrentField(field);
  };
  return { navRef, currentField, choose };
}

/** Shows an element of what scrolls sideways whole. `scrollIntoView` would also scroll up and down. */
function scrollSideways(scrollArea: HTMLElement, element: HTMLElement): void {
  const area = scrollArea.getBoundingClientRect();
  const { left, right } = element.getBoundingClientRect();
  if (right > area.right - fadeWidthPx) scrollArea.scrollLeft += right - area.right + fadeWidthPx;
  else if (left < area.left + fadeWidthPx) scrollArea.scrollLeft += left - area.left - fadeWidthPx;
}

function findScrollArea(element: HTMLElement): HTMLElement | null {
  let ancestor = element.parentElement;
  while (ancestor && !/auto|scroll/.test(getComputedStyle(ancestor).overflowY)) ancestor = ancestor.parentElement;
  return ancestor;
}

const findField = (scrollArea: HTMLElement, field: string) =>
  scrollArea.querySelector(`[data-draft-field="${CSS.escape(field)}"]`);

/**
 * The last section that begins in the upper half of what is visible. At the start it is the first one, and at the end the
 * last one, because short sections there cannot be scrolled to where they would be current.
 */
function findCurrentField(scrollArea: HTMLElement, fields: readonly string[]): string {
  const { scrollTop, clientHeight, scrollHeight } = scrollArea;
  const isAtEnd = scrollTop + clientHeight >= scrollHeight - 1;
  const middle = scrollArea.getBoundingClientRect().top + clientHeight / 2;
  const hasBegun = (field: string) => (findField(scrollArea, field)?.getBoundingClientRect().top ?? Infinity) <= middle;
  const current = scrollTop <= 0 ? undefined : fields.findLast((field) => isAtEnd || hasBegun(field));
  return current ?? fields[0] ?? "";
}
