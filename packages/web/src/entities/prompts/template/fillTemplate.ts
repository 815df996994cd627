import {
  type Conversation,
  type DataSource,
  fillPromptVariables,
  getBranch,
  type JsonObject,
  type PromptTemplate,
  type Variable,
  type VariableOccurrence,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { applyTextOptions } from "./applyTextOptions.ts";
import { getEntry, isFileVariable, type VariableEntries } from "./validateEntries.ts";

/** A template with all its variables filled in. */
export interface RenderedTemplate {
  text: string;
  /** The text with names in place of inserted documents, conversations and templates. */
  label: string;
  /** The template's id, name and values, stored with the message. */
  templateData: JsonObject;
  /**
   * The names of the file variables whose documents are attached to the message. The documents of the others are
   * inserted as text.
   */
  attachedVariables: readonly string[];
}

/** Reads the items that a person has selected for variables. */
export interface TemplateSources {
  readConversation(id: string): Promise<Conversation>;
  findTemplate(id: string): PromptTemplate | null;
  /** Reads the extracted text of a document. */
  readDocument(source: DataSource): Promise<string>;
}

interface VariableValue {
  text: string;
  /** The short form of a long value, which is stored with the message. */
  label: string;
}

const maxStoredValueCharacters = 2_000;

/**
 * Replaces the variables of a template with the values that a person entered. Rejects if a selected item cannot be
 * read.
 */
export async function fillTemplate(
  { id, name, content }: Pick<PromptTemplate, "id" | "name" | "content">,
  variables: readonly Variable[],
  entries: VariableEntries,
  sources: TemplateSources,
): Promise<RenderedTemplate> {
  const resolvedValues = new Map<string, VariableValue>();
  for (const variable of variables)
    resolvedValues.set(variable.name, await resolveVariable(variable, entries, sources));
  const fillPart = (part: keyof VariableValue) =>
    fillPromptVariables(content, (variable: VariableOccurrence) => resolvedValues.get(variable.name)?.[part] ?? "");
  const values = variables.map((variable) => [
    variable.name,
    (resolvedValues.get(variable.name)?.label ?? "").slice(0, maxStoredValueCharacters),
  ]);
  return {
    text: fillPart("text"),
    label: fillPart("label"),
    templateData: { id, name, values: Object.fromEntries(values) },
    attachedVariables: variables
      .filter((variable) => isFileVariable(variable) && !isInsertedAsText(variable))
      .map((variable) => variable.name),
  };
}

/**
 * True if an option changes the text of the documents. The changed text must be inserted here, because the server sends
 * attached documents unchanged.
 */
function isInsertedAsText({ options }: Variable): boolean {
  return options.escape === true || options.lineNumbers === true || (options.truncate ?? 0) > 0;
}

async function resolveVariable(
  variable: Variable,
  { values, documents }: VariableEntries,
  sources: TemplateSources,
): Promise<VariableValue> {
  const { type, name, options } = variable;
  const value = getEntry(values, name) ?? "";
  switch (type) {
    case "file":
    case "files":
      return resolveDocuments(variable, getEntry(documents, name) ?? [], sources);
    case "conversation":
      return value === "" ? toPlainValue("") : resolveConversation(await sources.readConversation(value), variable);
    case "template":
      return value === "" ? toPlainValue("") : resolveTemplate(sources.findTemplate(value), variable);
    case "boolean":
      return toPlainValue(value === "true" ? "true" : "false");
    case "uniqueId":
      return toPlainValue(crypto.randomUUID());
    case "text":
    case "options":
      return toPlainValue(applyTextOptions(value, options));
    default:
      return type satisfies never;
  }
}

const toPlainValue = (text: string): VariableValue => ({ text, label: text });

async function resolveDocuments(
  variable: Variable,
  documents: readonly { name: string; source: DataSource | null }[],
  { readDocument }: TemplateSources,
): Promise<VariableValue> {
  const { options } = variable;
  const label = documents.map(({ name }) => name).join(", ");
  const describe = ({ name, source }: { name: string; source: DataSource | null }) =>
    options.includeMetadata ? formatMetadata(name, source) : name;
  if (!isInsertedAsText(variable)) return { text: documents.map(describe).join("\n"), label };
  const parts = documents.map(async (document) => {
    const text = document.source ? applyTextOptions(await readDocument(document.source), options) : "";
    return options.includeMetadata || documents.length > 1 ? `${describe(document)}\n\n${text}` : text;
  });
  return { text: (await Promise.all(parts)).join("\n\n"), label };
}

function formatMetadata(name: string, source: DataSource | null): string {
  const { type, metadata } = source ?? {};
  const metadataFields = { name, ...(type ? { type } : {}), ...(metadata ?? {}) };
  return JSON.stringify(metadataFields);
}

function resolveConversation(conversation: Conversation, { options }: Variable): VariableValue {
  const transcript = getBranch(conversation.messages, conversation.headId)
    .filter(({ role, content }) => role !== "system" && content !== "")
    .map(({ role, content }) => `${role === "assistant" ? "Assistant" : "User"}: ${content}`)
    .join("\n\n");
  const { name, createdAt, modelId, tags } = conversation;
  const metadataPrefix = options.includeMetadata ? `${JSON.stringify({ name, createdAt, modelId, tags })}\n\n` : "";
  return { text: metadataPrefix + applyTextOptions(transcript, options), label: t`[Chat: ${name}]` };
}

function resolveTemplate(template: PromptTemplate | null, { options }: Variable): VariableValue {
  if (!template) throw new Error(t`This template no longer exists.`);
  const { name, description, content } = template;
  const metadataPrefix = options.includeMetadata ? `${JSON.stringify({ name, description })}\n\n` : "";
  return { text: metadataPrefix + applyTextOptions(content, options), label: t`[Template: ${name}]` };
}
