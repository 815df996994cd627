/** The part of a drag event that describes the dragged data. */
interface Drag {
  dataTransfer: { readonly types: readonly string[] } | null;
}

/** True if files from the device are dragged. Data with markup is text or an image from a web page, not a file. */
export function carriesFiles({ dataTransfer }: Drag): boolean {
  const types = dataTransfer?.types ?? [];
  return types.includes("Files") && !types.includes("text/html");
}
