import {
  buildStructuredInstruction,
  type ChatRequestInput,
  type JsonObject,
  parseStructuredMode,
  type StructuredMode,
  stripCodeFence,
  validateStructuredAnswer,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";

/**
 * Removes the structured mode from a typed text. Returns the text to send, or a sentence about what is wrong with the
 * mode.
 */
export const withoutStructuredMode: (typedText: string) => { text: string } | { problem: string } = parseStructuredMode;

/** The parts of a request that ask for an answer in a certain form. */
export interface RequestForm {
  /** Added to the conversation's instructions; may be empty. */
  instruction: string;
  options: Pick<NonNullable<ChatRequestInput["options"]>, "response_format" | "functions" | "function_call">;
}

/** Returns the form that a typed message requests, or null if it requests none or the request is invalid. */
export function getRequestForm(typedText: string): RequestForm | null {
  const mode = findMode(typedText);
  return mode && { instruction: buildStructuredInstruction(mode), options: buildFormOptions(mode) };
}

/** Returns a notice if the answer does not have the requested form; null if it does. */
export async function getFormNotice(typedText: string, answer: string): Promise<string | null> {
  const mode = findMode(typedText);
  const problem = mode && validateStructuredAnswer(mode, answer);
  if (problem !== null || !mode || !("schema" in mode) || !mode.schema) return problem;
  const { compileSchema } = await import("./schema/compileSchema.ts");
  const schema = compileSchema(mode.schema);
  if ("problem" in schema) {
    const { problem: schemaProblem } = schema;
    return t`This answer wasn’t checked, because its schema isn’t valid: ${schemaProblem}.`;
  }
  const violation = schema.findViolation(JSON.parse(stripCodeFence(answer)));
  return violation && t`This answer doesn’t match its schema: ${violation}.`;
}

/** Returns a sentence about the first invalid schema in the structured mode of a typed text; null if there is none. */
export async function findInvalidSchema(typedText: string): Promise<string | null> {
  const mode = findMode(typedText);
  const schemas = mode ? listSchemas(mode) : [];
  if (schemas.length === 0) return null;
  const { compileSchema } = await import("./schema/compileSchema.ts");
  for (const { place, functionName, schema } of schemas) {
    const compiled = compileSchema(schema);
    if (!("problem" in compiled)) continue;
    const { problem } = compiled;
    return functionName === undefined
      ? t`The schema in ${place} isn’t valid: ${problem}. The message wasn’t sent.`
      : t`The schema of ${functionName} in ${place} isn’t valid: ${problem}. The message wasn’t sent.`;
  }
  return null;
}

interface PlacedSchema {
  /** The mode that contains the schema. */
  place: string;
  /** The function whose parameters the schema describes. */
  functionName?: string;
  schema: JsonObject;
}

function listSchemas(mode: StructuredMode): PlacedSchema[] {
  switch (mode.kind) {
    case "json":
      return mode.schema ? [{ place: "json( … )", schema: mode.schema }] : [];
    case "jsonSchema":
      return [{ place: "json!( … )", schema: mode.schema }];
    case "csv":
      return [];
    case "functions":
      return mode.functions.map(({ name, parameters }) => ({
        place: "fn( … )",
        functionName: name,
        schema: parameters,
      }));
    default:
      return mode satisfies never;
  }
}

/** Returns the columns of the CSV that a typed message requests; null if it requests another form. */
export function getCsvColumns(typedText: string): readonly string[] | null {
  const mode = findMode(typedText);
  return mode?.kind === "csv" ? mode.columns : null;
}

function findMode(typedText: string): StructuredMode | null {
  const result = parseStructuredMode(typedText);
  return "problem" in result ? null : result.mode;
}

function buildFormOptions(mode: StructuredMode): RequestForm["options"] {
  switch (mode.kind) {
    case "json":
      return { response_format: { type: "json_object" } };
    case "jsonSchema": {
      const { name, schema, strict } = mode;
      return { response_format: { type: "json_schema", json_schema: { name, schema, strict } } };
    }
    case "csv":
      return {};
    case "functions":
      return { functions: mode.functions, function_call: mode.call };
    default:
      return mode satisfies never;
  }
}
