/** Saves a file through the browser. `name` must be a valid file name (see `safeFileName`). */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the URL when `click` returns; the delay is only a safety margin.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
