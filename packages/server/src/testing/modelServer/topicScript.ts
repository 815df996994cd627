import type { ModelRequestBody } from "./recordedRequest.ts";

/** The name of the JSON schema with which Lectern asks for the topics of a conversation. */
const schemaName = "topics";

/**
 * Returns the judgement of topics that a request asks for; null if it asks for something else. `[[topic: Herons; before:
 * Rain; needs: 1, 2]]` in the newest message starts a topic, names the one before it, and sets the needed ones. Without
 * it, the current topic continues and no other is needed.
 */
export function answerTopics(body: ModelRequestBody | null): string | null {
  if (body?.response_format?.json_schema?.name !== schemaName) return null;
  const prompt = String(body.messages?.at(-1)?.content);
  const material: unknown = JSON.parse(prompt.slice(prompt.indexOf('{"topics"')));
  const { latest, current } = material as { latest: string; current: { number: number } }; // Lectern wrote it.
  const [title, ...pairs] = (/\[\[\s*topic:([^\]]*)\]\]/i.exec(latest)?.[1] ?? "")
    .split(";")
    .map((part) => part.trim());
  const fields = Object.fromEntries(pairs.map((pair) => pair.split(":").map((part) => part.trim())));
  const isNew = title !== undefined && title !== "";
  return JSON.stringify({
    newTopic: isNew,
    title: title ?? "",
    pastTitle: isNew ? (fields.before ?? "Before") : "",
    pastDescription: isNew ? `All about ${fields.before ?? "what came before"}.` : "",
    neededTopics: fields.needs ? fields.needs.split(",").map(Number) : isNew ? [] : [current.number],
  });
}
