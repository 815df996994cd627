import { t } from "@lingui/core/macro";
import type { LeftOutCounter } from "../leftOut.ts";
import { type Fields, toFields, toList, toText } from "../sanitizeJson.ts";
import { toInlineName } from "./toMarkdown.ts";

/** ChatGPT's citation marks, which have no meaning elsewhere. */
const citationMarkPattern = /\ue200[^\ue201]{0,500}\ue201|【[^】\n]{0,40}†[^】\n]{0,80}】/g;

/** Returns the text of a message's content, without citation marks. */
export function extractText(content: Fields): string {
  return joinContent(content).replace(citationMarkPattern, "").trim();
}

function joinContent(content: Fields): string {
  const parts = [
    // A quote names its page.
    content.content_type === "tether_quote"
      ? [toText(content.title), toText(content.url)].filter(Boolean).join("\n")
      : "",
    ...toList(content.parts).map(getPartText),
    toText(content.text),
    toText(content.result),
    ...toList(content.thoughts).map((thought) => getThoughtText(toFields(thought))),
    toText(content.content),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

type PartKind = "text" | "image" | "recording" | "unknown";

function getPartKind(part: unknown): PartKind {
  const { text, content_type } = toFields(part);
  if (typeof part === "string" || typeof text === "string") return "text";
  const type = toText(content_type);
  if (type.includes("image")) return "image";
  return type.includes("audio") || type.includes("video") ? "recording" : "unknown";
}

function getPartText(part: unknown): string {
  const kind = getPartKind(part);
  switch (kind) {
    case "text":
      return toText(typeof part === "string" ? part : toFields(part).text);
    case "image":
      return t`[Image, not imported]`;
    case "recording":
      return t`[Recording, not imported]`;
    case "unknown":
      return "";
    default:
      return kind satisfies never;
  }
}

/** Fields that content of a known type can have. */
const knownContentFields = ["parts", "text", "result", "thoughts", "content"];

/** Counts the parts of a message that are no text, the images that its code drew, and its citation marks. */
export function countLeftOut(content: Fields, metadata: Fields, leftOut: LeftOutCounter): void {
  const outputs = toList(toFields(metadata.aggregate_result).messages).map(toFields);
  leftOut.add("image", { count: outputs.filter(({ message_type }) => message_type === "image").length });
  for (const part of toList(content.parts)) {
    const kind = getPartKind(part);
    if (kind === "unknown") leftOut.add("unknownBlock", { name: toText(toFields(part).content_type) });
    else if (kind !== "text") leftOut.add(kind);
  }
  leftOut.add("citation", { count: joinContent(content).match(citationMarkPattern)?.length ?? 0 });
  const type = toText(content.content_type);
  if (type !== "" && !knownContentFields.some((field) => field in content)) leftOut.add("unknownBlock", { name: type });
}

/** Labels the files that a person attached. Images are among the parts of the message. */
export function labelAttachments(content: Fields, metadata: Fields, leftOut: LeftOutCounter): string[] {
  const hasImages = toList(content.parts).some((part) => getPartKind(part) === "image");
  const files = toList(metadata.attachments)
    .map(toFields)
    .filter(({ mime_type }) => !(hasImages && toText(mime_type).startsWith("image/")));
  leftOut.add("file", { count: files.length });
  return files.map(({ name }) => {
    const fileName = toInlineName(toText(name)) || t`a file`;
    return t`[Attached: ${fileName}]`;
  });
}

const getThoughtText = ({ summary, content }: Fields) =>
  [toText(summary) && `**${toText(summary)}**`, toText(content)].filter((text) => text !== "").join("\n\n");
