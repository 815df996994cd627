import type { Actor, Platform } from "../../core/context.ts";
import { getOwnerId } from "../access/service.ts";
import { isFlagOn } from "../flags/service.ts";
import { selectPythonFunctions } from "./repository.ts";

const maxSignatureLength = 200;

/** Lists the signatures of the functions that the actor has saved, such as `def mean(values):`, for the model. */
export async function listPythonSignatures(platform: Platform, actor: Actor): Promise<string[]> {
  if (!(await isFlagOn(platform, actor, "pythonFunction"))) return [];
  const functions = await selectPythonFunctions(platform.db, getOwnerId(actor));
  return functions.map(({ name, code }) => {
    const line = code
      .split("\n")
      .find((each) => new RegExp(`^(?:async[ \\t]+)?def[ \\t]+${name}[ \\t]*\\(`).test(each));
    return (line ?? `def ${name}(…)`).trim().slice(0, maxSignatureLength).toWellFormed();
  });
}
