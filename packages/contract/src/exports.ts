import * as z from "zod/mini";
import { Conversation } from "./conversations.ts";
import { defineOp } from "./defineOp.ts";
import { Folder } from "./folders.ts";
import { limits } from "./limits.ts";
import { Message } from "./messages.ts";
import { Id, text } from "./primitives.ts";
import { PromptTemplate } from "./prompts.ts";

/**
 * A conversation as a file has it: `messages` is the shown branch, which is all that other products read. What is not on it stands in
 * `tree`, so that nothing is lost between two of ours.
 */
export const ExportedConversation = z.object({
  ...Conversation.shape,
  /** The id again, where other products look for it. */
  model: z.optional(z.object({ id: z.string() })),
  /** Absent: the messages are the whole conversation, and the last of them is its head. */
  tree: z.optional(
    z.object({
      headId: z.nullable(Id),
      /** The messages that are not on the shown branch. */
      others: z.array(Message),
      /** Ids of all messages, in their order. */
      order: z.array(Id),
    }),
  ),
});
export type ExportedConversation = z.infer<typeof ExportedConversation>;

/** What a person takes with them: version 4 of the file. Import reads the earlier ones too. */
export const ExportFile = z.object({
  version: z.literal(4),
  history: z.array(ExportedConversation),
  folders: z.array(Folder),
  prompts: z.array(PromptTemplate),
});
export type ExportFile = z.infer<typeof ExportFile>;

export const ConvertFormat = z.enum(["docx", "pptx"]);
export type ConvertFormat = z.infer<typeof ConvertFormat>;

/** Which messages go into the document. */
export const ConvertInclude = z.enum(["assistant", "user", "all"]);
export type ConvertInclude = z.infer<typeof ConvertInclude>;

const Header = text(2_000);

export const convertConversations = defineOp({
  method: "POST",
  path: "/chat/convert",
  summary:
    "Makes a Word or PowerPoint document of conversations. `url` answers 404 until it is ready, then with the document, for a day; where it " +
    "could not be made, with 422 and the reason.",
  input: z.object({
    format: z._default(ConvertFormat, "docx"),
    /** One of `listExportTemplates`; absent or empty: the default one. */
    templateName: z.optional(text(300)),
    /**
     * Markdown put before each conversation's name, each message, each of the user's and each of the assistant's. One that ends with a space
     * stands on the line of what follows, any other in a paragraph of its own.
     */
    headers: z._default(
      z.object({
        conversation: z._default(Header, "# "),
        message: z._default(Header, ""),
        user: z._default(Header, ""),
        assistant: z._default(Header, ""),
      }),
      { conversation: "# ", message: "", user: "", assistant: "" },
    ),
    includeConversationName: z._default(z.boolean(), true),
    include: z._default(ConvertInclude, "assistant"),
    /** The conversations as they are shown: of each the messages of its shown branch, in their order. */
    content: z.object({
      version: z.optional(z.number()),
      history: z
        .array(
          z.object({
            name: text(limits.conversationNameLength),
            messages: z
              .array(
                z.object({
                  role: z.enum(["user", "assistant", "environment", "system"]),
                  content: text(limits.messageLength),
                  label: z.optional(text(limits.messageLength)),
                }),
              )
              .check(z.maxLength(limits.messagesPerConversation)),
          }),
        )
        .check(z.minLength(1), z.maxLength(limits.conversationsPerDocument)),
    }),
  }),
  output: z.object({ url: z.string() }),
});

export const listExportTemplates = defineOp({
  method: "GET",
  path: "/chat/convert/templates",
  summary: "Lists the templates that documents can be made with.",
  input: z.object({}),
  output: z.object({
    /** Why no document can be made here; null: they can. Then there is no template either. */
    unavailable: z.nullable(z.string()),
    /** The default one of each format first. */
    templates: z.array(z.object({ name: z.string(), format: ConvertFormat, isDefault: z.boolean() })),
  }),
});
