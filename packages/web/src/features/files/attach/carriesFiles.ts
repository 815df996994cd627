/** The part of a drag event that says what is dragged. */
interface Drag {
  dataTransfer: { readonly types: readonly string[] } | null;
}

/** True if files of the device are dragged. Text or an image from a web page is not a file, as it includes markup. */
export function carriesFiles({ dataTransfer }: Drag): boolean {
  const types = dataTransfer?.types ?? [];
  return types.includes("Files") && !types.includes("text/html");
}
