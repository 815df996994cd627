import { formatBytes } from "../../../entities/files/upload/checkFile.ts";
import { AttachMenu } from "./AttachMenu.tsx";
import { AttachmentShelf } from "./AttachmentShelf.tsx";
import { chooseFiles } from "./chooseFiles.ts";
import { DropOverlay } from "./DropOverlay.tsx";
import { namePastedFiles } from "./namePastedFiles.ts";

/** The components and functions for attaching files. Loaded together with the uploads. */
export const attachUi = {
  Menu: AttachMenu,
  Shelf: AttachmentShelf,
  Overlay: DropOverlay,
  chooseFiles,
  namePastedFiles,
  formatBytes,
};
