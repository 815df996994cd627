import { isChatGpt, readChatGpt } from "./chatGptFormat.ts";
import { isClaude, readClaude } from "./claudeFormat.ts";
import { fieldsOf, isObject } from "./cleanJson.ts";
import { ImportRefused, type ParsedImport, type Skipped, unsupportedFormat } from "./importTypes.ts";
import { firstOfEach, readOwnFormat } from "./ownFormat.ts";

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

/** What several files of one archive hold, as one. `refused`: files that could not be read. */
export function joinImports(read: readonly ParsedImport[], refused: readonly Skipped[]): ParsedImport {
  const skipped = [...refused, ...read.flatMap((one) => one.skipped)];
  const kind = read.find(({ conversations }) => conversations.length > 0)?.kind ?? "workspace";
  return {
    kind,
    conversations: firstOfEach(
      read.flatMap(({ conversations }) => conversations),
      skipped,
    ),
    folders: read.flatMap(({ folders }) => folders),
    prompts: firstOfEach(
      read.flatMap(({ prompts }) => prompts),
      skipped,
    ),
    skipped,
  };
}
