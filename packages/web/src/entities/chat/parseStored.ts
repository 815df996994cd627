import * as z from "zod/mini";

/** Parses JSON that this browser has stored. Returns null for a missing, damaged or outdated value. */
export function parseStored<Schema extends z.ZodMiniType>(text: string | null, schema: Schema): z.infer<Schema> | null {
  if (text === null) return null;
  try {
    return z.safeParse(schema, JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
