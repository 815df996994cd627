/**
 * Opens the system's file dialog and resolves to the chosen files; to an empty list if the person cancels. Must be
 * called soon after a click or key press. The dialog offers files with `allowedExtensions` first; null: all files.
 */
export function chooseFiles(allowedExtensions: readonly string[] | null): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = true;
    if (allowedExtensions !== null) input.accept = allowedExtensions.map((extension) => `.${extension}`).join(",");
    // Add the input to the page: otherwise some browsers discard it before a file is chosen.
    input.hidden = true;
    const finish = (files: File[]) => {
      input.remove();
      resolve(files);
    };
    input.addEventListener("change", () => finish([...(input.files ?? [])]));
    input.addEventListener("cancel", () => finish([]));
    document.body.append(input);
    input.click();
  });
}
