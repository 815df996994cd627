import * as z from "zod/mini";
import { parseModelObject } from "../../sideCalls/service.ts";

export interface Judgement {
  /** From 1 to 5. */
  rating: number;
  /** One of the categories; null: none fits, or there are none. */
  category: string | null;
}

const Output = z.object({
  rating: z.int().check(z.gte(1), z.lte(5)),
  category: z.optional(z.nullable(z.string())),
});

/** Reads a model's judgement. Null if it has another form, or another category than those that were given. Pure. */
export function parseJudgement(output: string, categories: readonly string[]): Judgement | null {
  const { success, data } = z.safeParse(Output, parseModelObject(output));
  if (!success) return null;
  const { rating, category = null } = data;
  return category === null || categories.includes(category) ? { rating, category } : null;
}
