/**
 * Moves the focus to a field of the editor, after opening the sections that contain it; to its label while its code is
 * loading. Returns false if the field is not visible, because the trial chat is in its place. `block`: where it is shown
 * if it has to be scrolled into view.
 */
export function focusDraftField(field: string, block: "nearest" | "start" = "nearest"): boolean {
  const container = document.querySelector<HTMLElement>(`[data-draft-field="${CSS.escape(field)}"]`);
  if (!container) return false;
  openSections(container);
  const invalid = container.querySelector<HTMLElement>("[aria-invalid='true']");
  if (invalid) openSections(invalid);
  const control = invalid ?? container.querySelector<HTMLElement>("input, textarea, button, summary");
  const label = container.querySelector<HTMLElement>("[tabindex='-1']");
  (control ?? label ?? container).focus({ preventScroll: block === "start" });
  // A section can be higher than what is visible.
  (invalid ?? container).scrollIntoView({ block });
  return container.contains(document.activeElement);
}

/** Opens the sections that contain an element. */
function openSections(start: HTMLElement): void {
  for (let element: HTMLElement | null = start; element; element = element.parentElement)
    if (element instanceof HTMLDetailsElement) element.open = true;
}
