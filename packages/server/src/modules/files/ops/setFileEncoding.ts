import { hasEncoding, setFileEncoding } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { visibleTo } from "../../access/service.ts";
import { toDeniedFileError } from "../createFileNotFoundError.ts";
import { chooseEncoding } from "../documents/chooseEncoding.ts";
import { presentFile } from "../present.ts";
import { findFile } from "../repository.ts";

export const setFileEncodingHandler = implement(setFileEncoding, async (ctx, { key, encoding }) => {
  const requireFile = async () => {
    const file = await findFile(ctx.db, visibleTo(ctx.actor, "file", "retry"), key);
    if (!file) throw await toDeniedFileError(ctx, key);
    return file;
  };
  const file = await requireFile();
  if (file.uploaded_at === null || !hasEncoding(file.name, file.type))
    throw new AppError("invalidInput", { userMessage: "The encoding can only be chosen for text files." });
  if (file.encoding === encoding) return presentFile(file);
  await chooseEncoding(ctx, file.id, encoding);
  return presentFile(await requireFile());
});
