import { AppError } from "../../core/appError.ts";
import type { Gate } from "../../core/context.ts";
import { mustAcceptDisclosure } from "./requiredDisclosure.ts";

/** Rejects a caller who has not accepted the present version of the data disclosure agreement. */
export const disclosureGate: Gate = async (platform, actor, { isDisclosureExempt }) => {
  if (isDisclosureExempt || !(await mustAcceptDisclosure(platform, actor))) return;
  throw new AppError("forbidden", {
    userMessage: "Please accept the data disclosure agreement first.",
    fields: { error: "DisclosureRequired" },
  });
};
