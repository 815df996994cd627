import { uploadFile } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { openUpload } from "../openUpload.ts";

export const uploadFileHandler = implement(uploadFile, (ctx, { data }) => openUpload(ctx, data));
