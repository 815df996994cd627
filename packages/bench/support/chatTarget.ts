import { randomUUID } from "node:crypto";
import { generateWords } from "../../server/src/testing/modelServer/behaviour.ts";

/** The target of a measured chat: our server, or anything with the model server's own API. */
export type ChatTarget =
  | { wire: "openai"; url: string /** Of our server; absent: the target needs none. */; accessToken?: string }
  | {
      wire: "lectern";
      url: string;
      /** One per person; the chats are distributed evenly among them. */
      accessTokens: readonly [string, ...string[]];
      storage: "local" | "cloud";
    };

export interface ScriptedAnswer {
  tokens: number;
  /** Time from one token to the next; 0: as fast as possible. */
  paceMs: number;
}

const model = "scripted-large";

/** Builds the HTTP request of the chat with this number for a scripted answer in a new conversation. */
export function buildChatRequest(target: ChatTarget, { tokens, paceMs }: ScriptedAnswer, number: number) {
  const question = `Please tell me about the river. [[tokens: ${tokens}]] [[pace: ${paceMs}]]`;
  const messages = [{ role: "user", content: question }];
  if (target.wire === "openai") {
    const body = { model, messages, stream: true, stream_options: { include_usage: true } };
    const headers = target.accessToken === undefined ? {} : { authorization: `Bearer ${target.accessToken}` };
    return { url: `${target.url}/v1/chat/completions`, headers, body: JSON.stringify(body) };
  }
  const options = { requestId: randomUUID(), conversationId: randomUUID(), storage: target.storage };
  return {
    url: `${target.url}/chat`,
    headers: { authorization: `Bearer ${target.accessTokens[number % target.accessTokens.length]}` },
    body: JSON.stringify({ model, messages, stream: true, options }),
  };
}

/**
 * True if a part of the response contains text of the answer. Does not parse the part, because this runs for every
 * chunk until the first token.
 */
export function hasToken(target: ChatTarget, part: string): boolean {
  return target.wire === "lectern" ? part.includes('"d":"') : /"content":"[^"]/.test(part);
}

/** Returns what is wrong with a response; null if it is exactly the scripted answer and ended normally. */
export function findProblem(target: ChatTarget, responseText: string, { tokens }: ScriptedAnswer): string | null {
  let text = "";
  let end = "";
  for (const [, json = ""] of responseText.matchAll(/^data: (.*)$/gm)) {
    if (json === "[DONE]") continue;
    const event: unknown = JSON.parse(json);
    if (typeof event !== "object" || event === null) continue;
    if (target.wire === "lectern") {
      if ("d" in event && typeof event.d === "string") text += event.d;
      if ("end" in event) end = String(event.end);
    } else if ("choices" in event && Array.isArray(event.choices)) {
      text += event.choices[0]?.delta?.content ?? "";
      end = event.choices[0]?.finish_reason ?? end;
    }
  }
  if (!responseText.endsWith("data: [DONE]\n\n")) return "the reply was cut";
  if (end !== (target.wire === "lectern" ? "done" : "stop")) return `the answer ended with "${end}"`;
  return text === generateWords(tokens)
    ? null
    : `the text has ${text.length} characters of ${generateWords(tokens).length}`;
}
