import { uploadFile } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { createUpload } from "../createUpload.ts";

export const uploadFileHandler = implement(uploadFile, (ctx, { data }) => createUpload(ctx, data));
