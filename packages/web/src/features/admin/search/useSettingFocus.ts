import { type RefObject, useEffect } from "react";
import { changeSiteAdminTab } from "../../../entities/shell/siteAdminRoute.ts";
import type { AdminTabId } from "../tabTitles.ts";
import { listAdminSettings } from "./adminSettings.ts";

/**
 * Moves the focus to the setting that the URL names, once its tab is shown and has loaded it, and removes it from the URL.
 * It stops waiting when the person does something else.
 */
export function useSettingFocus(rootRef: RefObject<HTMLElement | null>, tab: AdminTabId, id: string | null): void {
  useEffect(() => {
    const root = rootRef.current;
    if (root === null || id === null) return;
    const name = listAdminSettings().find((setting) => setting.id === id)?.name;
    const element = () => (name === undefined ? root : findByName(root, name));
    const tryFocus = () => {
      const found = element();
      if (found === null) return;
      stop();
      // A heading gets the focus only from here.
      if (found.tabIndex < 0) found.tabIndex = -1;
      found.focus({ preventScroll: true });
      if (found !== root) found.scrollIntoView({ block: "center" });
      changeSiteAdminTab(tab);
    };
    const observer = new MutationObserver(tryFocus);
    const stop = () => {
      observer.disconnect();
      for (const type of ["pointerdown", "keydown"]) root.removeEventListener(type, stop);
    };
    observer.observe(root, { childList: true, subtree: true });
    for (const type of ["pointerdown", "keydown"]) root.addEventListener(type, stop);
    tryFocus();
    return stop;
  }, [rootRef, tab, id]);
}

/** Returns the field, the button or the heading with a text, as people know it. */
function findByName(root: HTMLElement, name: string): HTMLElement | null {
  const candidates = root.querySelectorAll<HTMLElement>("label, [aria-label], button, h3, h4, h5");
  for (const candidate of candidates) {
    const text = candidate.textContent.trim();
    if (candidate instanceof HTMLLabelElement) {
      // The label of a switch contains its description.
      if (text.startsWith(name) && candidate.control) return candidate.control;
    } else if (candidate.getAttribute("aria-label") === name) {
      if (candidate.matches("input, textarea, button")) return candidate;
    } else if (text === name) return candidate;
  }
  return null;
}
