import * as z from "zod/mini";

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
  const { success, data } = z.safeParse(Output, parseObject(output.replace(/<think>[\s\S]*?(<\/think>|$)/gi, "")));
  if (!success) return null;
  const { rating, category = null } = data;
  return category === null || categories.includes(category) ? { rating, category } : null;
}

/** Parses the text from the first brace to the last one. Returns null if that is not JSON. */
function parseObject(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  } catch {
    return null; // The error would quote the text, which must not be logged.
  }
}
