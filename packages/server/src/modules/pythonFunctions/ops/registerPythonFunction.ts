import { registerPythonFunction } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { toStorableText } from "../../conversations/service.ts";
import { upsertPythonFunction } from "../repository.ts";

export const registerPythonFunctionHandler = implement(
  registerPythonFunction,
  async ({ db, clock, actor }, { function_name: name, code }) => {
    const ownerId = getOwnerId(actor);
    const isStored = await upsertPythonFunction(db, { ownerId, name, code: toStorableText(code), now: clock.now() });
    if (!isStored) {
      const userMessage = "You have reached the maximum number of Python functions. Please delete some first.";
      throw new AppError("tooLarge", { userMessage });
    }
    return { name };
  },
);
