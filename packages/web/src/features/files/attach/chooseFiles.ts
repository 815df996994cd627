/** Opens the system's dialog for files; gives those that were chosen. Must be called soon after a click or a key press. */
export function chooseFiles(): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = true;
    // Out of the page some browsers forget it before anything is chosen.
    input.hidden = true;
    const end = (files: File[]) => {
      input.remove();
      resolve(files);
    };
    input.addEventListener("change", () => end([...(input.files ?? [])]));
    input.addEventListener("cancel", () => end([]));
    document.body.append(input);
    input.click();
  });
}
