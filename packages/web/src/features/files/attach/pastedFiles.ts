import { extensionOf } from "@lectern/contract";

/** The files of the clipboard, with names. */
export function pastedFiles(files: readonly File[], now: Date): File[] {
  return files.map((file) => (isNameless(file) ? named(file, now) : file));
}

const isPicture = ({ type }: File) => type.startsWith("image/");

/** Browsers call every picture of the clipboard `image.png`. */
function isNameless({ name, type }: File): boolean {
  return name === "" || extensionOf(name) === "" || (type === "image/png" && name === "image.png");
}

function named(file: File, now: Date): File {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const time = `${two(now.getHours())}-${two(now.getMinutes())}-${two(now.getSeconds())}`;
  const extension = /^image\/(png|jpeg|gif|webp)$/.exec(file.type)?.[1] ?? extensionOf(file.name);
  const ending = extension === "jpeg" ? "jpg" : extension;
  const what = isPicture(file) ? "pasted_image" : "pasted_file";
  return new File([file], `${what}_${day}_${time}${ending ? `.${ending}` : ""}`, { type: file.type });
}
