import {
  type Conversation,
  type ConvertFormat,
  type ConvertInclude,
  type convertConversations,
  getBranch,
  type Message,
  type OpCallInput,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { withStepLines } from "../../../entities/chat/answer/withStepLines.ts";
import { formatLocations } from "../../../entities/citations/formatLocations.ts";
import type { AnswerSource } from "../../../entities/citations/getAnswerSources.ts";
import { listCitedSources } from "../../../entities/citations/listCitedSources.ts";

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
  include: "all",
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
        content: role === "user" ? getUserText(message) : appendSources(withStepLines(message), message),
      })),
  }));
  return { ...choices, content: { version: 4, history } };
}

const getUserText = ({ label, content }: Pick<Message, "label" | "content">) => label ?? content;

/** Appends the list of the sources that the answer cites, without which marks such as `[2]` would be meaningless. */
function appendSources(shownText: string, { content, data }: Pick<Message, "content" | "data">): string {
  const lines = listCitedSources(data.state, content).map(formatSourceLine);
  return lines.length === 0 ? shownText : `${shownText.trimEnd()}\n\n**${t`Sources`}**\n\n${lines.join("\n")}`;
}

function formatSourceLine({ numbers, passage }: AnswerSource): string {
  const text = [passage.name, ...formatLocations(passage.locations)].join(", ").replace(/\s+/g, " ");
  return `- [${numbers.join(", ")}] ${text.replace(/[\\`*_[\]<>~$&|#]/g, "\\$&")}`;
}
