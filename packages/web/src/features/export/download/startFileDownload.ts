/** Makes the browser save the file at a URL of this server, which answers with the name of the file. */
export function startFileDownload(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.rel = "noreferrer";
  link.click();
}
