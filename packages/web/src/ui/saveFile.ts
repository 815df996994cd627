/** Gives the browser a file to save. `name`: one that every system takes, see `safeFileName`. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the file by the time that the click returns; a moment more does no harm.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
