import { fileTexts } from "@lectern/contract";
import { sizeText } from "../../../entities/files/upload/checkFile.ts";
import { uploadsOf } from "../../../entities/files/upload/uploadsOf.ts";
import { AttachMenu } from "./AttachMenu.tsx";
import { AttachmentShelf } from "./AttachmentShelf.tsx";
import type { AttachOptions, SendRefusal, TakenDocuments } from "./attachmentSlot.ts";
import { chooseFiles } from "./chooseFiles.ts";
import { DropOverlay } from "./DropOverlay.tsx";
import { pastedFiles } from "./pastedFiles.ts";
import { failedReason, refuseSending } from "./refuseSending.ts";

/** All of attaching that is loaded only when it is wanted. */
export const attaching = {
  Menu: AttachMenu,
  Shelf: AttachmentShelf,
  Overlay: DropOverlay,
  chooseFiles,
  pastedFiles,
  sizeText,
  uploadsOf,
  addFiles({ userId, draftKey, acceptsImages, maxBytes }: AttachOptions, files: readonly File[]): void {
    uploadsOf(userId).addFiles(draftKey, files, { acceptsImages, maxBytes });
  },
  refuse(text: string, options: AttachOptions): SendRefusal | null {
    const attachments = uploadsOf(options.userId).getState().byDraft[options.draftKey] ?? [];
    const refusal = refuseSending(text, attachments, options);
    return refusal === null
      ? null
      : { text: refusal, more: refusal === fileTexts.stillUploading ? failedReason(attachments) : null };
  },
  /** `latest` gives the options as they are when the message has met its fate. */
  take({ userId, draftKey }: AttachOptions, latest: () => AttachOptions): TakenDocuments {
    const uploads = uploadsOf(userId);
    const taken = uploads.take(draftKey);
    return {
      dataSources: taken.flatMap(({ source }) => source ?? []),
      settle: (outcome) => uploads.settle(taken, outcome, draftKey, latest().draftKey),
    };
  },
};
