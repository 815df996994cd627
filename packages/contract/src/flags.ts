import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { FlagName } from "./flagNames.ts";

export const getFeatureFlags = defineOp({
  method: "GET",
  path: "/feature_flags/get",
  keyScopes: ["full_access"],
  summary: "Returns which features are enabled for the caller.",
  input: z.object({}),
  output: z.record(FlagName, z.boolean()),
});
