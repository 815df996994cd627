import * as z from "zod/mini";
import { Conversation } from "./conversations.ts";
import { defineOp } from "./defineOp.ts";
import { Folder } from "./folders.ts";
import { limits } from "./limits.ts";
import { Message } from "./messages.ts";
import { Id, text } from "./primitives.ts";
import { PromptTemplate } from "./prompts.ts";

/**
 * A conversation in an export file. `messages` is the shown branch, which is all that other products read. `tree` has
 * the other messages, so that nothing is lost when Lectern imports its own files.
 */
export const ExportedConversation = z.object({
  ...Conversation.shape,
  /** The model's id, repeated where other products look for it. */
  model: z.optional(z.object({ id: z.string() })),
  /** Absent: the messages are the whole conversation, and the last one is its head. */
  tree: z.optional(
    z.object({
      headId: z.nullable(Id),
      /** The messages that are not on the shown branch. */
      others: z.array(Message),
      /** Ids of all messages of the conversation, in their original order. */
      order: z.array(Id),
    }),
  ),
});
export type ExportedConversation = z.infer<typeof ExportedConversation>;

/** An export file, version 4. Import also reads the earlier versions. */
export const ExportFile = z.object({
  version: z.literal(4),
  history: z.array(ExportedConversation),
  folders: z.array(Folder),
  prompts: z.array(PromptTemplate),
});
export type ExportFile = z.infer<typeof ExportFile>;

export const ConvertFormat = z.enum(["docx", "pptx"]);
export type ConvertFormat = z.infer<typeof ConvertFormat>;

/** Which messages the document contains, by their role. */
export const ConvertInclude = z.enum(["assistant", "user", "all"]);
export type ConvertInclude = z.infer<typeof ConvertInclude>;

const Header = text(2_000);

export const convertConversations = defineOp({
  method: "POST",
  path: "/chat/convert",
  keyScopes: ["full_access"],
  summary:
    "Converts conversations to a Word or PowerPoint document. `url` answers 404 until the document is ready and " +
    "serves it for a day; " +
    "if the conversion fails, it answers 422 with the reason.",
  isHeavy: true,
  maxJsonValues: limits.jsonValuesOfConversations,
  input: z.object({
    format: z._default(ConvertFormat, "docx"),
    /** One of the templates that `listExportTemplates` returns; absent or empty: the default template. */
    templateName: z.optional(text(300)),
    /**
     * Markdown inserted before each conversation's name, each message, each user message and each assistant message. A
     * header that ends with a space is on the same line as the text after it; any other header is a paragraph of its
     * own.
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
    /** The conversations, each with the messages of its shown branch in order. */
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
  keyScopes: ["full_access"],
  summary: "Lists the templates that conversations can be converted with.",
  input: z.object({}),
  output: z.object({
    /** The reason why this server cannot convert documents (`templates` is then empty); null if it can. */
    unavailable: z.nullable(z.string()),
    /** The default template of each format comes first. */
    templates: z.array(z.object({ name: z.string(), format: ConvertFormat, isDefault: z.boolean() })),
  }),
});
