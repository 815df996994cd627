import { type AssistantContentInput, DataSource, limits } from "@lectern/contract";
import * as z from "zod/mini";

/** An assistant that a model offers in a fenced block. */
export interface AssistantOffer {
  /** Blank: the block names none. */
  name: string;
  description: string;
  instructions: string;
  dataSources: DataSource[];
}

const optionalText = z.catch(z.string(), "");
const JsonOffer = z.object({
  name: optionalText,
  description: optionalText,
  instructions: optionalText,
  dataSources: z.catch(z.array(z.unknown()), []),
});

/**
 * Parses the block of an offered assistant: a JSON object, or lines `name:`, `description:` and `instructions:`, each of
 * which may continue on further lines. Without instructions, the description or else the whole block instructs it.
 */
export function parseOffer(code: string): AssistantOffer {
  const { name, description, instructions, dataSources } = parseJson(code) ?? { ...parseLines(code), dataSources: [] };
  return {
    name: name
      .replaceAll(/[^\p{L}\p{M}\p{N} ]/gu, "")
      .replaceAll(/ +/g, " ")
      .trim(),
    description: description.trim(),
    instructions: [instructions, description, code].map((part) => part.trim()).find((part) => part !== "") ?? "",
    dataSources: dataSources.flatMap((source) => {
      const parsed = z.safeParse(DataSource, source);
      return parsed.success ? [parsed.data] : [];
    }),
  };
}

/** Returns what is created, within the limits of an assistant. `untitledName`: the name of one without. */
export function toContent(offer: AssistantOffer, untitledName: string): AssistantContentInput {
  return {
    name: (offer.name || untitledName).slice(0, limits.assistantNameLength).trim(),
    description: offer.description.slice(0, 10_000),
    instructions: offer.instructions.slice(0, limits.assistantInstructionsLength),
    dataSources: offer.dataSources.slice(0, limits.documentsPerAssistant),
  };
}

function parseJson(code: string): z.infer<typeof JsonOffer> | null {
  try {
    const parsed = z.safeParse(JsonOffer, JSON.parse(code));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // It is written as lines.
  }
}

function parseLines(code: string): Record<"name" | "description" | "instructions", string> {
  const fields = { name: "", description: "", instructions: "" };
  let current: keyof typeof fields | null = null;
  for (const line of code.split(/\r?\n/)) {
    const [, key = "", text = ""] = /^\s*(name|description|instructions)\s*:\s?(.*)$/i.exec(line) ?? [];
    const field = (["name", "description", "instructions"] as const).find((each) => each === key.toLowerCase());
    // A second line of the same name belongs to the text before it.
    if (field !== undefined && fields[field] === "") {
      current = field;
      fields[field] = text;
    } else if (current !== null) fields[current] += `\n${line}`;
  }
  return fields;
}
