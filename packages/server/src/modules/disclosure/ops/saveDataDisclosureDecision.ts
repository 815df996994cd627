import { saveDataDisclosureDecision } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { foldEmail } from "../../../core/email.ts";
import { implement } from "../../../core/implement.ts";
import { findRequiredDisclosure, insertAcceptance } from "../repository.ts";

export const saveDataDisclosureDecisionHandler = implement(
  saveDataDisclosureDecision,
  async (ctx, { email, version }) => {
    const { actor, db, clock } = ctx;
    const required = await findRequiredDisclosure(db);
    if (required === null) throw new AppError("notFound", { userMessage: "There is no data disclosure agreement." });
    if (foldEmail(email) !== foldEmail(actor.email)) {
      throw new AppError("invalidInput", { userMessage: "The entered email does not match your account email." });
    }
    if (version !== undefined && version !== required) {
      throw new AppError("conflict", {
        userMessage: "The agreement was replaced while you were reading it. Please read the new one.",
      });
    }
    await insertAcceptance(db, { principalId: actor.principal.id, version: required, now: clock.now() });
    return { acceptedDataDisclosure: true as const };
  },
);
