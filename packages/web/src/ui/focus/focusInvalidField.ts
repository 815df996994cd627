/** Moves the focus to the first field in `root` that is marked as invalid. Groups are marked with `data-invalid`. */
export function focusInvalidField(root: HTMLElement | null): void {
  const field = root?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]');
  const control = field?.matches("input, textarea") ? field : field?.querySelector<HTMLElement>("input, textarea");
  control?.focus();
}
