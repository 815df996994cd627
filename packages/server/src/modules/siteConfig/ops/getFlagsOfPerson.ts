import { getFlagsOfPerson } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { explainConfigurableFlags } from "../../flags/service.ts";
import { findPersonOfEmail } from "../../identity/service.ts";

export const getFlagsOfPersonHandler = implement(getFlagsOfPerson, async (ctx, { email }) => {
  const person = await findPersonOfEmail(ctx, email);
  return { hasSignedIn: person.hasSignedIn, flags: await explainConfigurableFlags(ctx, person) };
});
