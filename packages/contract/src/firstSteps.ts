import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";

/** What an administrator does once to make a new server ready for others. */
export const FirstStep = z.enum(["model", "signIn", "limits", "storage", "group"]);
export type FirstStep = z.infer<typeof FirstStep>;

export const getFirstSteps = defineOp({
  method: "GET",
  path: "/amplifymin/first_steps",
  keyScopes: "none",
  access: "admin",
  summary: "Returns which of the first steps of an administrator are done, as the server finds them now.",
  input: z.object({}),
  output: z.object({
    /** True once an administrator does not want to see them any more. */
    isHidden: z.boolean(),
    done: z.record(FirstStep, z.boolean()),
  }),
});

export const hideFirstSteps = defineOp({
  method: "POST",
  path: "/amplifymin/first_steps/hide",
  keyScopes: "none",
  access: "admin",
  summary: "Hides the first steps from all administrators, for good.",
  input: z.object({}),
  output: z.object({}),
});
