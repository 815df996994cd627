import { type FileKind, fileTypeOf, tagDataSourceType } from "@lectern/contract";
import {
  type Icon,
  IconBook2,
  IconFile,
  IconFileCode,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconMail,
  IconPhoto,
  IconPresentation,
  IconTag,
} from "@tabler/icons-react";

const icons: Readonly<Record<FileKind, Icon>> = {
  pdf: IconFileTypePdf,
  word: IconFileText,
  slides: IconPresentation,
  sheet: IconFileSpreadsheet,
  csv: IconFileSpreadsheet,
  text: IconFileText,
  markdown: IconFileText,
  html: IconFileCode,
  json: IconFileCode,
  xml: IconFileCode,
  code: IconFileCode,
  rtf: IconFileText,
  openText: IconFileText,
  openSheet: IconFileSpreadsheet,
  openSlides: IconPresentation,
  email: IconMail,
  epub: IconBook2,
  image: IconPhoto,
};

/** The icon of a file type. The icon is decorative, because the type is also shown as text. `size` is in CSS px. */
export function FileIcon({ name, type, size = 20 }: { name: string; type: string; size?: number }) {
  const kind = fileTypeOf(name, type)?.kind;
  const Shape = type === tagDataSourceType ? IconTag : kind ? icons[kind] : IconFile;
  return <Shape size={size} stroke={1.5} aria-hidden />;
}
