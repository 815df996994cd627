import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { text } from "./primitives.ts";

/** New placeholders in an optimized prompt, unless the caller says how many. */
export const defaultMaxPlaceholders = 3;

export const optimizePrompt = defineOp({
  method: "POST",
  path: "/optimizer/prompt",
  keyScopes: ["full_access", "chat"],
  flag: "promptOptimizer",
  weight: 20,
  isHeavy: true,
  summary:
    "Rewrites a prompt so that a model answers it better, with the advanced or else the default model. The result has " +
    "at most `maxPlaceholders` new `{{placeholders}}`, in the syntax of prompt templates. Nothing is stored.",
  input: z.object({
    prompt: text(limits.optimizedPromptLength).check(z.trim(), z.minLength(1)),
    maxPlaceholders: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(10)), defaultMaxPlaceholders),
  }),
  output: z.object({ prompt_template: z.string() }),
});
