import {
  type Conversation,
  type ConvertFormat,
  type ConvertInclude,
  type convertConversations,
  getBranch,
  type Message,
  type OpCallInput,
  parseCitations,
} from "@lectern/contract";
import { formatLocations } from "../../../entities/citations/formatLocations.ts";

type Request = OpCallInput<typeof convertConversations>;

/** What is chosen in the dialog. */
export interface DownloadChoices {
  format: ConvertFormat;
  /** Empty: the default one. */
  templateName: string;
  includeConversationName: boolean;
  include: ConvertInclude;
  headers: { conversation: string; message: string; user: string; assistant: string };
}

/** [C9.14] */
export const defaultChoices: DownloadChoices = {
  format: "docx",
  templateName: "",
  includeConversationName: true,
  include: "assistant",
  headers: { conversation: "# ", message: "", user: "", assistant: "" },
};

/** [C3.30] What is sent to be made into a document: of each conversation the shown branch, and of it no more than goes into the document. */
export function buildConvertRequest(conversations: readonly Conversation[], choices: DownloadChoices): Request {
  const { include } = choices;
  const history = conversations.map(({ name, messages, headId }) => ({
    name: choices.includeConversationName ? name : "",
    messages: getBranch(messages, headId)
      .filter(({ role }) => role === "user" || role === "assistant")
      .filter(({ role }) => include === "all" || role === include)
      .map(({ role, ...message }) => ({ role, content: role === "user" ? said(message) : appendSources(message) })),
  }));
  return { ...choices, content: { version: 4, history } };
}

const said = ({ label, content }: Pick<Message, "label" | "content">) => label ?? content;

/** The marks of an answer, such as `[2]`, say nothing without the list of what they stand for. */
function appendSources({ content, data }: Pick<Message, "content" | "data">): string {
  const cited = parseCitations(data.state)
    .flatMap(({ sources }) => sources)
    .filter((source) => source.index !== undefined);
  const lines = new Map(
    cited.map((source) => [source.index, sourceLine(source.index, source.name, formatLocations(source.locations))]),
  );
  return lines.size === 0 ? content : `${content.trimEnd()}\n\n**Sources**\n\n${[...lines.values()].join("\n")}`;
}

function sourceLine(index: number | undefined, name: string, places: readonly string[]): string {
  const words = [name, ...places].join(", ").replace(/\s+/g, " ");
  return `- [${index}] ${words.replace(/[\\`*_[\]<>~$&|#]/g, "\\$&")}`;
}
