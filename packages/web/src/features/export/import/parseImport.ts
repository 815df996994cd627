import { isChatGptConversation, parseChatGptExport } from "./chatGptFormat.ts";
import { isClaudeConversation, parseClaudeExport } from "./claudeFormat.ts";
import { ImportError, type ParsedImport, type SkippedItem, unsupportedFormat } from "./importTypes.ts";
import { isObject, toFields } from "./sanitizeJson.ts";
import { parseWorkspaceExport, removeDuplicates } from "./workspaceFormat.ts";

/** What the JSON of a file holds. Throws `ImportError` where it is none of the formats that are known; whatever is inside one never throws. */
export function parseImport(json: unknown, now: Date): ParsedImport {
  if (Array.isArray(json)) {
    if (json.some(isChatGptConversation)) return parseChatGptExport(json, now);
    if (json.some(isClaudeConversation)) return parseClaudeExport(json, now);
    // [C3.29] The first version was a list of conversations.
    if (json.length === 0 || json.some(isLegacyConversation)) return parseWorkspaceExport(json, now);
    throw new ImportError(unsupportedFormat);
  }
  const { version, history, folders, prompts } = toFields(json);
  const isKnown = version === undefined || version === 2 || version === 3 || version === 4;
  const holds = [history, folders, prompts].filter((part) => part !== undefined && part !== null);
  if (!isObject(json) || !isKnown || holds.length === 0 || !holds.every(Array.isArray))
    throw new ImportError(unsupportedFormat);
  return parseWorkspaceExport(json, now);
}

const isLegacyConversation = (one: unknown) => Array.isArray(toFields(one).messages);

/** What several files of one archive hold, as one. `refused`: files that could not be read. */
export function mergeImports(read: readonly ParsedImport[], refused: readonly SkippedItem[]): ParsedImport {
  const skipped = [...refused, ...read.flatMap((one) => one.skipped)];
  const kind = read.find(({ conversations }) => conversations.length > 0)?.kind ?? "workspace";
  return {
    kind,
    conversations: removeDuplicates(
      read.flatMap(({ conversations }) => conversations),
      skipped,
    ),
    folders: read.flatMap(({ folders }) => folders),
    prompts: removeDuplicates(
      read.flatMap(({ prompts }) => prompts),
      skipped,
    ),
    skipped,
  };
}
