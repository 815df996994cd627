import {
  buildStructuredInstruction,
  type ChatRequestInput,
  parseStructuredMode,
  type StructuredMode,
  validateStructuredAnswer,
} from "@lectern/contract";

/** What of a typed text is sent, or why it cannot be, as a sentence. */
export const withoutStructuredMode: (typed: string) => { text: string } | { problem: string } = parseStructuredMode;

/** How the form of an answer is asked for. */
export interface RequestForm {
  /** Beside the conversation's own instructions; empty: nothing. */
  instruction: string;
  options: Pick<NonNullable<ChatRequestInput["options"]>, "response_format" | "functions" | "function_call">;
}

/** The form that a message asks for by how it was typed; null: none. */
export function requestFormOf(typed: string): RequestForm | null {
  const mode = modeOf(typed);
  return mode && { instruction: buildStructuredInstruction(mode), options: optionsOf(mode) };
}

/** What is to be said of an answer that is not of the form that was asked for; null: it is. */
export function formNotice(typed: string, answer: string): string | null {
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
