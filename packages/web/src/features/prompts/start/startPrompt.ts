import type { Conversation, PromptTemplate } from "@lectern/contract";
import type { Chat } from "../../../entities/chat/createChat.ts";
import type { MessageDraft } from "../../../entities/chat/sending/messageDraft.ts";
import type { StartSettings } from "../../../entities/conversations/newConversation.ts";
import { moveDraftDocuments } from "../../../entities/files/upload/draftDocuments.ts";
import { fillPrompt } from "../../../entities/prompts/fillPrompt.ts";
import { markPromptUsed } from "../../../entities/prompts/recentPrompts.ts";
import type { PromptStore } from "../../../entities/prompts/store/promptStore.ts";
import type { RenderedPrompt } from "../../../entities/prompts/template/renderedPrompt.ts";
import { loadPrompts } from "../../../entities/prompts/use/applyPrompts.ts";
import { formatConversationName } from "../../../entities/prompts/use/formatConversationName.ts";
import { planStart } from "../../../entities/prompts/use/planStart.ts";
import { openConversation } from "../../../entities/shell/routes.ts";

interface StartOptions {
  userId: string;
  chat: Pick<Chat, "sendOrReturn">;
  promptStore: Pick<PromptStore, "ready" | "state">;
  /** The open conversation; the dialog for variables preselects its model. */
  currentConversation: Conversation | null;
  /** Creates an empty conversation with these settings. Resolves to its id. */
  create: (settings: StartSettings & { modelId: string | null }) => Promise<string>;
}

/**
 * Starts a conversation with a prompt: asks for the variables, then sends the message. Creates nothing if the person
 * closes the dialog. Rejects if the conversation cannot be created.
 */
export async function startPrompt(prompt: PromptTemplate, options: StartOptions): Promise<void> {
  const { userId, chat, promptStore, currentConversation, create } = options;
  const plan = planStart(prompt, await loadPrompts(promptStore));
  const fillResult = plan.firstPrompt
    ? await fillPrompt({ prompt: plan.firstPrompt, purpose: "start", modelId: currentConversation?.modelId ?? null })
    : null;
  if (plan.firstPrompt && !fillResult) return;
  const id = await create({
    name: formatConversationName(plan.name, new Date()),
    prompt: plan.instructions,
    tags: plan.tags,
    modelId: fillResult?.modelId ?? null,
  });
  for (const key of fillResult?.documentKeys ?? []) moveDraftDocuments(userId, key, id);
  markPromptUsed(userId, prompt.id);
  openConversation(id);
  if (plan.firstPrompt && fillResult) {
    chat.sendOrReturn({
      ...toFirstMessage(plan.firstPrompt, fillResult.rendered),
      conversationId: id,
      documentsKey: id,
    });
  }
  fillResult?.discardEntries();
}

/**
 * Turns the rendered prompt into the first message. A prefix prompt already contains its prefix, so no other is added;
 * if it has exactly one value, that value is shown as the message.
 */
function toFirstMessage({ type }: PromptTemplate, rendered: RenderedPrompt): MessageDraft {
  if (type !== "prefix_prompt") return rendered;
  const values = Object.values(getValues(rendered));
  return {
    ...rendered,
    skipsPrefixPrompts: true,
    ...(values.length === 1 && values[0] !== "" ? { label: values[0] } : {}),
  };
}

function getValues({ templateData }: RenderedPrompt): Record<string, string> {
  const values = templateData?.values;
  if (typeof values !== "object" || values === null) return {};
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
