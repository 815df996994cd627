import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { FlagKey, FlagName } from "./flagNames.ts";
import { text } from "./primitives.ts";

export const getFeatureFlags = defineOp({
  method: "GET",
  path: "/feature_flags/get",
  keyScopes: ["full_access"],
  summary: "Returns which features are enabled for the caller.",
  input: z.object({}),
  // Those of the institution's own programs as well.
  output: z.looseRecord(FlagName, z.boolean()),
});

/** Why a feature is on or off for a person. */
export const FlagReason = z.discriminatedUnion("kind", [
  /** Administrators have every feature. */
  z.object({ kind: z.literal("administrator") }),
  /** The person's address is an exception. */
  z.object({ kind: z.literal("person") }),
  /** A group of the directory that the person is in is an exception. */
  z.object({ kind: z.literal("group"), name: z.string() }),
  z.object({ kind: z.literal("everybody") }),
]);
export type FlagReason = z.infer<typeof FlagReason>;

export const getFlagsOfPerson = defineOp({
  method: "POST",
  path: "/amplifymin/flags/person",
  keyScopes: "none",
  access: "admin",
  summary: "Returns which features a person has, who may not have signed in yet, and why.",
  input: z.object({ email: text(254).check(z.trim(), z.minLength(1)) }),
  output: z.object({
    /** False: nobody has signed in with this address as a verified one. */
    hasSignedIn: z.boolean(),
    /** The features that administrators configure. */
    flags: z.record(FlagKey, z.object({ isOn: z.boolean(), reason: FlagReason })),
  }),
});
