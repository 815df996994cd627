/** What of a drag tells what is dragged. */
interface Drag {
  dataTransfer: { readonly types: readonly string[] } | null;
}

/** Whether what is dragged are files of the device, and not text or a picture of a page, which comes with its markup. */
export function carriesFiles({ dataTransfer }: Drag): boolean {
  const types = dataTransfer?.types ?? [];
  return types.includes("Files") && !types.includes("text/html");
}
