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
  /** All calls have the function's name as id (gateways to Gemini). */
  "sameid",
  /** Each call is sent once more as a whole (gateways that add up the parts). */
  "again",
  /** The name has remnants of Harmony (gpt-oss in vLLM and OpenRouter). */
  "channel",
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
  /** Parts of the content with the type `reasoning` and a summary (Databricks). */
  "summary",
  /** In `reasoning_details`, with a signature (OpenRouter). */
  "details",
  /** In `reasoning_content` and, with a signature, in `thinking_blocks` (LiteLLM). */
  "blocks",
] as const;
export type ThoughtForm = (typeof thoughtForms)[number];

/** Returns the text of an answer whose thoughts are part of it. */
export function formatThoughts(think: string, answer: string, form: "tags" | "endtag" | "harmony"): string {
  if (form === "tags") return `<think>\n${think}\n</think>\n\n${answer}`;
  if (form === "endtag") return `${think}\n</think>\n\n${answer}`;
  return `<|channel|>analysis<|message|>${think}<|end|><|start|>assistant<|channel|>final<|message|>${answer}`;
}

/** The form of thoughts that a delta, or a whole message with the answer, has in fields of their own. */
export function formatThinkingDelta(think: string, form: ThoughtForm, answer?: string): object {
  const text = answer === undefined ? [] : [{ type: "text", text: answer }];
  const content = answer === undefined ? {} : { content: answer };
  switch (form) {
    case "parts":
      return { content: [{ type: "thinking", thinking: [{ type: "text", text: think }] }, ...text] };
    case "summary":
      return { content: [{ type: "reasoning", summary: [{ type: "summary_text", text: think }] }, ...text] };
    case "details":
      return { ...content, reasoning_details: [{ type: "reasoning.text", index: 0, text: think }] };
    case "blocks":
      return { ...content, reasoning_content: think, thinking_blocks: [{ type: "thinking", thinking: think }] };
    default:
      return { ...content, reasoning_content: think };
  }
}

/** How the events of a stream look: as those of OpenAI, or as those of one of the servers that differ from it. */
export const streamForms = [
  "usual",
  /** Lines end with CR LF (servers on .NET). */
  "crlf",
  /** No space follows the colon (older gateways). */
  "nospace",
  /** Comments keep the connection alive (OpenRouter). */
  "comments",
  /** Each delta repeats the role and has empty fields for calls and the error (gateways). */
  "fields",
  /** Events without choices before and after the answer, and one without a delta (Azure, LiteLLM). */
  "nochoice",
  /** The text stands in the choice (OpenAI's older completions). */
  "choicetext",
  /** The content is a list of parts (Mistral). */
  "contentparts",
  /** The finish reason is "null" until the end, and then in upper case (gateways to DashScope and Google). */
  "words",
] as const;
export type StreamForm = (typeof streamForms)[number];

/** Gives events of a stream, as OpenAI would write them, another form. */
export function reshapeEvents(events: string, form: StreamForm): string {
  switch (form) {
    case "usual":
      return events;
    case "crlf":
      return events.replaceAll("\n", "\r\n");
    case "nospace":
      return events.replaceAll(/^data: /gm, "data:");
    case "comments":
      return events.replaceAll(/^data: /gm, ": OPENROUTER PROCESSING\n\ndata: ");
    default:
      return events.replaceAll(/^data: (\{.*)$/gm, (_, json: string) => reshapeChunk(JSON.parse(json), form));
  }
}

interface WireChunk {
  choices?: { delta?: { content?: unknown }; finish_reason?: string | null }[];
}

function reshapeChunk(chunk: WireChunk, form: StreamForm): string {
  const format = (change: object) => `data: ${JSON.stringify({ ...chunk, ...change })}`;
  const [choice] = chunk.choices ?? [];
  if (!choice) return format({});
  const { delta, finish_reason: reason } = choice;
  const withChoice = (change: object) => format({ choices: [{ ...choice, ...change }] });
  switch (form) {
    case "fields": {
      const emptyFields = { role: "assistant", tool_calls: [], function_call: null };
      return format({ error: "", usage: null, choices: [{ ...choice, delta: { ...emptyFields, ...delta } }] });
    }
    case "nochoice":
      return [format({ choices: [] }), withChoice({}), withChoice({ delta: null })].join("\n\n");
    case "choicetext":
      return typeof delta?.content === "string" ? withChoice({ delta: undefined, text: delta.content }) : format({});
    case "contentparts":
      return typeof delta?.content === "string"
        ? withChoice({ delta: { ...delta, content: [{ type: "text", text: delta.content }] } })
        : format({});
    case "words":
      return withChoice({ finish_reason: reason ? reason.toUpperCase() : "null" });
    default:
      return format({});
  }
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
      case "sameid":
        return toDelta({ index: 0, ...called, id: name });
      case "channel":
        return toDelta({
          index,
          ...called,
          function: { name: `functions.${name}<|channel|>commentary`, arguments: json },
        });
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
          ...(form === "again" ? [toDelta({ index, ...called })] : []),
        ];
      }
    }
  });
}
