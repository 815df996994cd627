import { isChatGpt, readChatGpt } from "./chatGptFormat.ts";
import { isClaude, readClaude } from "./claudeFormat.ts";
import { fieldsOf, isObject, listOf } from "./cleanJson.ts";
import { ImportRefused, type ParsedImport, unsupportedFormat } from "./importTypes.ts";
import { readOwnFormat } from "./ownFormat.ts";

/** What the JSON of a file holds. Throws `ImportRefused` where it is none of the formats that are known; whatever is inside one never throws. */
export function parseImport(json: unknown, now: Date): ParsedImport {
  if (Array.isArray(json)) {
    if (json.some(isChatGpt)) return readChatGpt(json, now);
    if (json.some(isClaude)) return readClaude(json, now);
    // [C3.29] The first version was a list of conversations.
    if (json.length === 0 || json.some(isLegacy)) return readOwnFormat(json, now);
    throw new ImportRefused(unsupportedFormat);
  }
  const { version, history, folders, prompts } = fieldsOf(json);
  const isKnown = version === undefined || version === 2 || version === 3 || version === 4;
  const holds = [history, folders, prompts].filter((part) => part !== undefined && part !== null);
  if (!isObject(json) || !isKnown || holds.length === 0 || !holds.every(Array.isArray))
    throw new ImportRefused(unsupportedFormat);
  return readOwnFormat(json, now);
}

const isLegacy = (one: unknown) => Array.isArray(fieldsOf(one).messages);

/** Lists that several files of one archive hold, as one. */
export const joinLists = (files: readonly unknown[]): unknown =>
  files.length === 1 ? files[0] : files.flatMap(listOf);
