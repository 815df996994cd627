import { extensionOf } from "@lectern/contract";

/** Generates names for pasted files without a meaningful name. */
export function namePastedFiles(files: readonly File[], now: Date): File[] {
  return files.map((file) => (isUnnamed(file) ? withGeneratedName(file, now) : file));
}

const isImageFile = ({ type }: File) => type.startsWith("image/");

/** Browsers name every pasted image `image.png`. */
function isUnnamed({ name, type }: File): boolean {
  return name === "" || extensionOf(name) === "" || (type === "image/png" && name === "image.png");
}

function withGeneratedName(file: File, now: Date): File {
  const padTwoDigits = (value: number) => String(value).padStart(2, "0");
  const day = `${now.getFullYear()}-${padTwoDigits(now.getMonth() + 1)}-${padTwoDigits(now.getDate())}`;
  const time = `${padTwoDigits(now.getHours())}-${padTwoDigits(now.getMinutes())}-${padTwoDigits(now.getSeconds())}`;
  const extension = /^image\/(png|jpeg|gif|webp)$/.exec(file.type)?.[1] ?? extensionOf(file.name);
  const suffix = extension === "jpeg" ? "jpg" : extension;
  const stem = isImageFile(file) ? "pasted_image" : "pasted_file";
  return new File([file], `${stem}_${day}_${time}${suffix ? `.${suffix}` : ""}`, { type: file.type });
}
