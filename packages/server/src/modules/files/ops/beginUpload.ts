import { beginUpload } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { openUpload } from "../openUpload.ts";

export const beginUploadHandler = implement(beginUpload, openUpload);
