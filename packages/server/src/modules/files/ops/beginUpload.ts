import { beginUpload } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { createUpload } from "../createUpload.ts";

export const beginUploadHandler = implement(beginUpload, createUpload);
