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
import { type Entries, entryOf, isFile } from "./checkValues.ts";
import { shapeText } from "./shapeText.ts";

/** A template with all its variables filled. */
export interface FilledTemplate {
  text: string;
  /** As `text`, with names in the place of what was inserted from elsewhere. */
  label: string;
  /** What the message keeps of it. */
  templateData: JsonObject;
  /** File variables whose documents go with the message; of the others the text was inserted. */
  attached: readonly string[];
}

/** Where what a person has chosen is read. */
export interface FillSources {
  readConversation(id: string): Promise<Conversation>;
  findTemplate(id: string): PromptTemplate | null;
  /** All that was taken from a document. */
  readDocument(source: DataSource): Promise<string>;
}

interface Filling {
  text: string;
  /** What stands for it where it is long. */
  label: string;
}

const longestKept = 2_000;

/** Puts what a person has given in the place of the variables. Rejects where something of it cannot be read. */
export async function fillTemplate(
  { id, name, content }: Pick<PromptTemplate, "id" | "name" | "content">,
  variables: readonly Variable[],
  entries: Entries,
  sources: FillSources,
): Promise<FilledTemplate> {
  const fillings = new Map<string, Filling>();
  for (const variable of variables) fillings.set(variable.name, await fillingOf(variable, entries, sources));
  const fill = (part: keyof Filling) =>
    fillPromptVariables(content, (variable: VariableOccurrence) => fillings.get(variable.name)?.[part] ?? "");
  const values = variables.map((variable) => [
    variable.name,
    (fillings.get(variable.name)?.label ?? "").slice(0, longestKept),
  ]);
  return {
    text: fill("text"),
    label: fill("label"),
    templateData: { id, name, values: Object.fromEntries(values) },
    attached: variables
      .filter((variable) => isFile(variable) && !isInserted(variable))
      .map((variable) => variable.name),
  };
}

/** The server gives a document's text to the model as it is: what is to be done to it first has to be done here. */
function isInserted({ options }: Variable): boolean {
  return options.escape === true || options.lineNumbers === true || (options.truncate ?? 0) > 0;
}

async function fillingOf(variable: Variable, { values, documents }: Entries, sources: FillSources): Promise<Filling> {
  const { type, name, options } = variable;
  const value = entryOf(values, name) ?? "";
  switch (type) {
    case "file":
    case "files":
      return documentsFilling(variable, entryOf(documents, name) ?? [], sources);
    case "conversation":
      return value === "" ? plain("") : conversationFilling(await sources.readConversation(value), variable);
    case "template":
      return value === "" ? plain("") : templateFilling(sources.findTemplate(value), variable);
    case "boolean":
      return plain(value === "true" ? "true" : "false");
    case "uniqueId":
      return plain(crypto.randomUUID());
    case "text":
    case "options":
      return plain(shapeText(value, options));
    default:
      return type satisfies never;
  }
}

const plain = (text: string): Filling => ({ text, label: text });

async function documentsFilling(
  variable: Variable,
  documents: readonly { name: string; source: DataSource | null }[],
  { readDocument }: FillSources,
): Promise<Filling> {
  const { options } = variable;
  const label = documents.map(({ name }) => name).join(", ");
  const about = ({ name, source }: { name: string; source: DataSource | null }) =>
    options.includeMetadata ? metadataText(name, source) : name;
  if (!isInserted(variable)) return { text: documents.map(about).join("\n"), label };
  const parts = documents.map(async (document) => {
    const text = document.source ? shapeText(await readDocument(document.source), options) : "";
    return options.includeMetadata || documents.length > 1 ? `${about(document)}\n\n${text}` : text;
  });
  return { text: (await Promise.all(parts)).join("\n\n"), label };
}

function metadataText(name: string, source: DataSource | null): string {
  const { type, metadata } = source ?? {};
  const known = { name, ...(type ? { type } : {}), ...(metadata ?? {}) };
  return JSON.stringify(known);
}

function conversationFilling(conversation: Conversation, { options }: Variable): Filling {
  const said = getBranch(conversation.messages, conversation.headId)
    .filter(({ role, content }) => role !== "system" && content !== "")
    .map(({ role, content }) => `${role === "assistant" ? "Assistant" : "User"}: ${content}`)
    .join("\n\n");
  const { name, createdAt, modelId, tags } = conversation;
  const about = options.includeMetadata ? `${JSON.stringify({ name, createdAt, modelId, tags })}\n\n` : "";
  return { text: about + shapeText(said, options), label: `[Conversation: ${name}]` };
}

function templateFilling(template: PromptTemplate | null, { options }: Variable): Filling {
  if (!template) throw new Error("This template is no longer there.");
  const { name, description, content } = template;
  const about = options.includeMetadata ? `${JSON.stringify({ name, description })}\n\n` : "";
  return { text: about + shapeText(content, options), label: `[Template: ${name}]` };
}
