import { type RefObject, useEffect, useRef, useState } from "react";

interface CurrentSection {
  /** For the links, which stay at the top of what scrolls. */
  navRef: RefObject<HTMLElement | null>;
  /** The first field of the section that is being read. */
  currentField: string;
  /** Marks a section that the person goes to, even if it cannot be scrolled to the top. */
  choose: (field: string) => void;
}

/** Follows which section of a form is at the top of what is visible. `fields`: the first field of each, in their order. */
export function useCurrentSection(fields: readonly string[]): CurrentSection {
  const navRef = useRef<HTMLElement>(null);
  const [currentField, setCurrentField] = useState(fields[0] ?? "");
  const chosenFieldRef = useRef<string | null>(null);
  const fieldList = fields.join();
  useEffect(() => {
    const nav = navRef.current;
    const scrollArea = nav && findScrollArea(nav);
    if (!scrollArea) return;
    const update = () => {
      // The one that was chosen stays marked for as long as it is in view.
      const chosen = chosenFieldRef.current;
      if (chosen !== null && isInView(scrollArea, chosen)) return;
      chosenFieldRef.current = null;
      setCurrentField(findCurrentField(scrollArea, nav, fieldList.split(",")));
    };
    scrollArea.addEventListener("scroll", update, { passive: true });
    return () => scrollArea.removeEventListener("scroll", update);
  }, [fieldList]);
  const choose = (field: string) => {
    chosenFieldRef.current = field;
    setCurrentField(field);
  };
  return { navRef, currentField, choose };
}

function findScrollArea(element: HTMLElement): HTMLElement | null {
  let ancestor = element.parentElement;
  while (ancestor && !/auto|scroll/.test(getComputedStyle(ancestor).overflowY)) ancestor = ancestor.parentElement;
  return ancestor;
}

const findField = (scrollArea: HTMLElement, field: string) =>
  scrollArea.querySelector(`[data-draft-field="${CSS.escape(field)}"]`);

function isInView(scrollArea: HTMLElement, field: string): boolean {
  const area = scrollArea.getBoundingClientRect();
  const box = findField(scrollArea, field)?.getBoundingClientRect();
  return box !== undefined && box.bottom > area.top && box.top < area.bottom;
}

/** The last section that begins in the upper third of what is visible; at the end, the last one. */
function findCurrentField(scrollArea: HTMLElement, nav: HTMLElement, fields: readonly string[]): string {
  const isAtEnd = scrollArea.scrollTop + scrollArea.clientHeight >= scrollArea.scrollHeight - 1;
  const line = nav.getBoundingClientRect().bottom + scrollArea.clientHeight / 3;
  const hasBegun = (field: string) => (findField(scrollArea, field)?.getBoundingClientRect().top ?? Infinity) <= line;
  return fields.findLast((field) => isAtEnd || hasBegun(field)) ?? fields[0] ?? "";
}
