import type { ScriptedCall } from "./toolScript.ts";

/** How function calls are sent: as OpenAI does, or as one of the servers that differ from it. */
export const callForms = [
  "usual",
  /** Each call is whole and has index 0 (Ollama). */
  "oneindex",
  /** The same, without ids (older Ollama). */
  "noid",
  /** Each call is whole and has no index (Gemini). */
  "noindex",
  /** The index counts from 1 (gateways). */
  "fromone",
  /** Each part repeats the id and the name (gateways). */
  "repeated",
  /** The arguments are an object (Ollama's own format). */
  "object",
  /** The first call is in `function_call`, the predecessor of `tool_calls` (old gateways). */
  "legacy",
  /** Announced by the finish reason, and not sent (vLLM, if its parser does not recognize the model's call). */
  "dropped",
] as const;
export type CallForm = (typeof callForms)[number];

/** Where the thoughts of `[[think: text]]` are: in `reasoning_content`, or in the content of the answer. */
export const thoughtForms = [
  "field",
  /** `<think>…</think>` (Qwen, DeepSeek R1). */
  "tags",
  /** Only `</think>`, because the template of the prompt has the start (QwQ, Qwen 3 in vLLM). */
  "endtag",
  /** Harmony's marks (gpt-oss in servers that do not parse them). */
  "harmony",
  /** Parts of the content with the type `thinking` (Mistral). */
  "parts",
] as const;
export type ThoughtForm = (typeof thoughtForms)[number];

/** Returns the text of an answer whose thoughts are part of it. */
export function formatThoughts(think: string, answer: string, form: "tags" | "endtag" | "harmony"): string {
  if (form === "tags") return `<think>\n${think}\n</think>\n\n${answer}`;
  if (form === "endtag") return `${think}\n</think>\n\n${answer}`;
  return `<|channel|>analysis<|message|>${think}<|end|><|start|>assistant<|channel|>final<|message|>${answer}`;
}

/** Returns Mistral's content for a piece of the thoughts, and for the whole of an answer. */
export function formatThinkingParts(think: string, answer?: string): object[] {
  return [
    { type: "thinking", thinking: [{ type: "text", text: think }] },
    ...(answer === undefined ? [] : [{ type: "text", text: answer }]),
  ];
}

/** Returns the deltas of an answer's calls. The usual form has the arguments in two parts. */
export function formatCallDeltas(calls: readonly (ScriptedCall & { id: string })[], form: CallForm): object[] {
  const toDelta = (call: object) => ({ tool_calls: [call] });
  if (form === "dropped") return [];
  if (form === "legacy")
    return calls.slice(0, 1).map(({ name, arguments: json }) => ({ function_call: { name, arguments: json } }));
  return calls.flatMap(({ id, name, arguments: json }, position) => {
    const called = { id, type: "function", function: { name, arguments: json } };
    const index = form === "fromone" ? position + 1 : position;
    switch (form) {
      case "oneindex":
        return toDelta({ index: 0, ...called });
      case "noid":
        return toDelta({ index: 0, type: "function", function: called.function });
      case "noindex":
        return toDelta(called);
      case "object":
        return toDelta({ index, ...called, function: { name, arguments: JSON.parse(json) } });
      default: {
        const parts = [json.slice(0, 9), json.slice(9)];
        return [
          { content: null, ...toDelta({ index, ...called, function: { name, arguments: "" } }) },
          ...parts.map((part) =>
            toDelta(
              form === "repeated"
                ? { index, ...called, function: { name, arguments: part } }
                : { index, function: { arguments: part } },
            ),
          ),
        ];
      }
    }
  });
}
