import { toVisibleLine } from "@lectern/contract";
import * as z from "zod/mini";
import { parseModelObject } from "../../sideCalls/service.ts";

/** Facts that one message can give. */
export const maxFacts = 5;
const maxFactLength = 300;

/** `contradicts`: the index of a known fact. */
export interface ParsedFact {
  text: string;
  contradicts: number | null;
}

const Output = z.object({ facts: z.array(z.unknown()) });
const Fact = z.object({ text: z.string(), contradicts: z.catch(z.optional(z.nullable(z.int())), null) });

/**
 * Reads the facts that a model has found, each as one line. Leaves out what has another form or is too long to be a fact.
 * Returns null if the output is no list of facts. Pure.
 */
export function parseFacts(output: string, knownCount: number): ParsedFact[] | null {
  const { success, data } = z.safeParse(Output, parseModelObject(output));
  if (!success) return null;
  const facts = data.facts.flatMap((entry) => {
    const fact = z.safeParse(Fact, entry);
    if (!fact.success) return [];
    const text = toVisibleLine(fact.data.text);
    if (!/[\p{L}\p{N}]/u.test(text) || text.length > maxFactLength) return [];
    const number = fact.data.contradicts ?? 0;
    return [{ text, contradicts: number >= 1 && number <= knownCount ? number - 1 : null }];
  });
  return facts.slice(0, maxFacts);
}
