import { isChatGptConversation, parseChatGptExport } from "./formats/chatGptFormat.ts";
import { isClaudeConversation, parseClaudeExport } from "./formats/claudeFormat.ts";
import { parseWorkspaceExport, removeDuplicates } from "./formats/workspaceFormat.ts";
import { getUnsupportedFormatText, ImportError, type ParsedImport, type SkippedItem } from "./importTypes.ts";
import { createLeftOutCounter } from "./leftOut.ts";
import { isObject, toFields } from "./sanitizeJson.ts";

/** Parses the JSON of a file. Throws `ImportError` if the format is unknown. Skips invalid items. */
export function parseImport(json: unknown, now: Date): ParsedImport {
  if (Array.isArray(json)) {
    if (json.some(isChatGptConversation)) return parseChatGptExport(json, now);
    if (json.some(isClaudeConversation)) return parseClaudeExport(json, now);
    // An export of version 1 is a list of conversations.
    if (json.length === 0 || json.some(isLegacyConversation)) return parseWorkspaceExport(json, now);
    throw new ImportError(getUnsupportedFormatText());
  }
  const { version, history, folders, prompts } = toFields(json);
  const isKnownVersion = version === undefined || version === 2 || version === 3 || version === 4;
  const lists = [history, folders, prompts].filter((part) => part !== undefined && part !== null);
  if (!isObject(json) || !isKnownVersion || lists.length === 0 || !lists.every(Array.isArray))
    throw new ImportError(getUnsupportedFormatText());
  return parseWorkspaceExport(json, now);
}

const isLegacyConversation = (item: unknown) => Array.isArray(toFields(item).messages);

/** Merges the files of an archive. `unreadableFiles` could not be parsed. */
export function mergeImports(
  parsedImports: readonly ParsedImport[],
  unreadableFiles: readonly SkippedItem[],
): ParsedImport {
  const skipped = [...unreadableFiles, ...parsedImports.flatMap((file) => file.skipped)];
  const leftOut = createLeftOutCounter();
  for (const file of parsedImports) leftOut.addAll(file.leftOut);
  const kind = parsedImports.find(({ conversations }) => conversations.length > 0)?.kind ?? "workspace";
  return {
    kind,
    conversations: removeDuplicates(
      parsedImports.flatMap(({ conversations }) => conversations),
      skipped,
    ),
    folders: parsedImports.flatMap(({ folders }) => folders),
    prompts: removeDuplicates(
      parsedImports.flatMap(({ prompts }) => prompts),
      skipped,
    ),
    skipped,
    leftOut: leftOut.list(),
  };
}
