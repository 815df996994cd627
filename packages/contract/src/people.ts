import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { text } from "./primitives.ts";

/**
 * How many requests a call counts as that names these people: as many as looking up their addresses, because it tests
 * as well whether somebody has an account. Ids cannot be guessed.
 */
export function weighNames(names: readonly string[]): number {
  const emailCount = names.filter((name) => name.includes("@")).length;
  return Math.ceil((emailCount / limits.emailsPerLookup) * lookupWeight);
}

/** A browser asks at most once per pause in typing. Whoever copies the whole directory asks far more often. */
const lookupWeight = 20;

export const listEmailAddresses = defineOp({
  method: "GET",
  path: "/utilities/emails",
  keyScopes: ["full_access"],
  weight: lookupWeight,
  responseEnvelope: "body",
  summary:
    `Lists at most ${limits.suggestedEmails} email addresses that begin with \`emailprefix\`, in their order; \`*\` ` +
    "lists the first ones. Only people who have signed in are listed, and only those who share a group with the caller " +
    "if the institution has configured it so.",
  input: z.object({ emailprefix: z._default(text(254), "*") }),
  output: z.object({ emails: z.array(z.string()) }),
});

export const findUnlistedEmailAddresses = defineOp({
  method: "POST",
  path: "/utilities/emails/unlisted",
  keyScopes: ["full_access"],
  // Counts as much as a search, which returns fewer addresses.
  weight: lookupWeight,
  summary:
    "Returns those of the email addresses with which nobody has signed in, as they were sent; null if the institution " +
    "shows only people who share a group with the caller, because an address must then look the same in both cases.",
  input: z.object({ emails: z.array(text(254)).check(z.maxLength(limits.emailsPerLookup)) }),
  output: z.object({ unlisted: z.nullable(z.array(z.string())) }),
});
