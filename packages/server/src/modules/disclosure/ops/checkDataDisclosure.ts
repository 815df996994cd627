import { checkDataDisclosure } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { mustAcceptDisclosure } from "../requiredDisclosure.ts";

export const checkDataDisclosureHandler = implement(checkDataDisclosure, async (ctx) => ({
  acceptedDataDisclosure: !(await mustAcceptDisclosure(ctx, ctx.actor)),
}));
