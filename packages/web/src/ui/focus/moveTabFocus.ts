import type { KeyboardEvent } from "react";

/** Moves the focus in a row of tabs with the arrow keys, Home and End. Enter or a space selects the tab. */
export function moveTabFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const focused = document.activeElement;
  const index = focused instanceof HTMLElement ? tabs.indexOf(focused) : -1;
  const targets: Record<string, number> = {
    ArrowRight: (index + 1) % tabs.length,
    ArrowLeft: (index - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  };
  const target = targets[event.key];
  if (index < 0 || target === undefined) return;
  event.preventDefault();
  tabs[target]?.focus();
}
