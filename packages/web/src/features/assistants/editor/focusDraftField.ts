/**
 * Moves the focus to a field of the editor, after opening the sections that contain it. Returns false if the field is
 * not visible, because the trial chat is in its place.
 */
export function focusDraftField(field: string): boolean {
  const container = document.querySelector<HTMLElement>(`[data-draft-field="${CSS.escape(field)}"]`);
  if (!container) return false;
  for (let element = container.parentElement; element; element = element.parentElement)
    if (element instanceof HTMLDetailsElement) element.open = true;
  const control = container.querySelector<HTMLElement>("[aria-invalid='true'], input, textarea, button, summary");
  (control ?? container).focus();
  container.scrollIntoView({ block: "nearest" });
  return container.contains(document.activeElement);
}
