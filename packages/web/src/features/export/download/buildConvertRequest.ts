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
import { t } from "@lingui/core/macro";
import { withStepLines } from "../../../entities/chat/answer/withStepLines.ts";
import { formatLocations } from "../../../entities/citations/formatLocations.ts";

type ConvertRequest = OpCallInput<typeof convertConversations>;

/** The choices made in the dialog. */
export interface DownloadChoices {
  format: ConvertFormat;
  /** The name of the template; empty for the default template. */
  templateName: string;
  includeConversationName: boolean;
  include: ConvertInclude;
  headers: { conversation: string; message: string; user: string; assistant: string };
}

export const defaultChoices: DownloadChoices = {
  format: "docx",
  templateName: "",
  includeConversationName: true,
  include: "assistant",
  headers: { conversation: "# ", message: "", user: "", assistant: "" },
};

/** Builds the request for a document. It contains only the chosen messages of each conversation's shown branch. */
export function buildConvertRequest(conversations: readonly Conversation[], choices: DownloadChoices): ConvertRequest {
  const { include } = choices;
  const history = conversations.map(({ name, messages, headId }) => ({
    name: choices.includeConversationName ? name : "",
    messages: getBranch(messages, headId)
      .filter(({ role }) => role === "user" || role === "assistant")
      .filter(({ role }) => include === "all" || role === include)
      .map(({ role, ...message }) => ({
        role,
        content: role === "user" ? getUserText(message) : appendSources(withStepLines(message), message.data),
      })),
  }));
  return { ...choices, content: { version: 4, history } };
}

const getUserText = ({ label, content }: Pick<Message, "label" | "content">) => label ?? content;

/** Appends the list of sources, without which citation marks such as `[2]` would be meaningless. */
function appendSources(content: string, data: Message["data"]): string {
  const citedSources = parseCitations(data.state)
    .flatMap(({ sources }) => sources)
    .filter((source) => source.index !== undefined);
  const lines = new Map(
    citedSources.map((source) => [
      source.index,
      formatSourceLine(source.index, source.name, formatLocations(source.locations)),
    ]),
  );
  return lines.size === 0 ? content : `${content.trimEnd()}\n\n**${t`Sources`}**\n\n${[...lines.values()].join("\n")}`;
}

function formatSourceLine(index: number | undefined, name: string, locations: readonly string[]): string {
  const text = [name, ...locations].join(", ").replace(/\s+/g, " ");
  return `- [${index}] ${text.replace(/[\\`*_[\]<>~$&|#]/g, "\\$&")}`;
}
