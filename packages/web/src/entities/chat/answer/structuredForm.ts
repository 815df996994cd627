import {
  buildStructuredInstruction,
  type ChatRequestInput,
  parseStructuredMode,
  type StructuredMode,
  validateStructuredAnswer,
} from "@lectern/contract";

/** The text to send without its structured mode, or the problem with it as a sentence. */
export const withoutStructuredMode: (typed: string) => { text: string } | { problem: string } = parseStructuredMode;

/** How the form of an answer is requested. */
export interface RequestForm {
  /** Added to the conversation's instructions; may be empty. */
  instruction: string;
  options: Pick<NonNullable<ChatRequestInput["options"]>, "response_format" | "functions" | "function_call">;
}

/** The form that a typed message requests; null: none. */
export function getRequestForm(typed: string): RequestForm | null {
  const mode = modeOf(typed);
  return mode && { instruction: buildStructuredInstruction(mode), options: optionsOf(mode) };
}

/** The notice for an answer without the requested form; null: it has that form. */
export function getFormNotice(typed: string, answer: string): string | null {
  const mode = modeOf(typed);
  return mode && validateStructuredAnswer(mode, answer);
}

function modeOf(typed: string): StructuredMode | null {
  const read = parseStructuredMode(typed);
  return "problem" in read ? null : read.mode;
}

function optionsOf(mode: StructuredMode): RequestForm["options"] {
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
