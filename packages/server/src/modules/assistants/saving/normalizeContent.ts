import { type AssistantContent, type DataSource, limits, parseDataSourceId } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { mapStrings } from "../../../core/mapStrings.ts";
import { normalizeOperations } from "./normalizeOperations.ts";

const systemTagPrefix = "amplify:";

/**
 * Returns what is stored of an author's content: without system tags, and without data of types that the group does not
 * have. `groupTypes`: null for an assistant of a person. Throws `invalidInput` for data sources other than files and for
 * operations that cannot be called, and `tooLarge`. Pure.
 */
export function normalizeContent(input: AssistantContent, groupTypes: readonly string[] | null): AssistantContent {
  const types = new Set(groupTypes);
  const { groupTypeData, groupUserTypeQuestion, ...data } = input.data;
  // An administrator may have removed a type while the editor was open. Earlier versions still have its data.
  const keptTypeData = Object.entries(groupTypeData).filter(([type]) => types.has(type));
  const content: AssistantContent = {
    name: input.name,
    description: input.description,
    instructions: input.instructions,
    disclaimer: input.disclaimer,
    uri: input.uri || null,
    provider: input.provider,
    tools: input.tools,
    tags: toUserTags(input.tags),
    dataSources: toFileSources(input.dataSources),
    data: {
      ...data,
      conversationTags: toUserTags(data.conversationTags),
      operations: normalizeOperations(data.operations, data.featureOptions.IncludeApiInstr),
      groupUserTypeQuestion: groupTypes === null ? "" : groupUserTypeQuestion,
      groupTypeData: Object.fromEntries(
        keptTypeData.map(([type, each]) => [type, { ...each, dataSources: toFileSources(each.dataSources) }]),
      ),
    },
  };
  // PostgreSQL cannot store lone surrogates.
  const { jsonDepth, jsonValues, jsonNames } = limits;
  const jsonLimits = { depth: jsonDepth, values: jsonValues, names: jsonNames };
  const storable = mapStrings(content, jsonLimits, (text) => text.toWellFormed()) as AssistantContent; // only texts differ
  if (JSON.stringify(storable).length > limits.assistantCharacters) throw createTooLongError();
  return storable;
}

/** Trims tags, and removes empty, repeated and system tags. */
function toUserTags(tags: readonly string[]): string[] {
  const trimmedTags = new Set(tags.map((tag) => tag.trim()));
  return [...trimmedTags].filter((tag) => tag !== "" && !tag.toLowerCase().startsWith(systemTagPrefix));
}

/** Returns the data sources, each file once, with what is stored of them. */
function toFileSources(sources: readonly DataSource[]): DataSource[] {
  const byKey = new Map<string, DataSource>();
  for (const { id, name, type } of sources) {
    const ref = parseDataSourceId(id);
    if (ref?.kind !== "file") throw createSourceError(name ?? id);
    if (!byKey.has(ref.key)) byKey.set(ref.key, { id: toSourceId(ref.key), name: name ?? "", type: type ?? "" });
  }
  return [...byKey.values()];
}

const toSourceId = (key: string) => `s3://${key}`;

/** A file that takes the place of a data source. */
export interface SourceFile {
  key: string;
  name: string;
  type: string;
}

/** Replaces the files of all data sources. Pure. */
export function replaceFiles(
  { dataSources, data, ...content }: AssistantContent,
  files: ReadonlyMap<string, SourceFile>,
): AssistantContent {
  const replace = (sources: readonly DataSource[]) =>
    toFileSources(
      sources.map((source) => {
        const ref = parseDataSourceId(source.id);
        const file = ref?.kind === "file" ? files.get(ref.key) : undefined;
        return file ? { id: toSourceId(file.key), name: file.name, type: file.type } : source;
      }),
    );
  const groupTypeData = Object.fromEntries(
    Object.entries(data.groupTypeData).map(([type, each]) => [
      type,
      { ...each, dataSources: replace(each.dataSources) },
    ]),
  );
  return { ...content, dataSources: replace(dataSources), data: { ...data, groupTypeData } };
}

const createSourceError = (name: string) =>
  new AppError("invalidInput", {
    userMessage: `Only files can be attached to an assistant. Please attach the files themselves instead of “${name.slice(0, 100)}”.`,
    issues: [{ path: "dataSources", message: "must be files" }],
  });

const createTooLongError = () =>
  new AppError("tooLarge", { userMessage: "This assistant is too long. Please move long texts to documents." });
