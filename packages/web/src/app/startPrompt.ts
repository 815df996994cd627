import type { Conversation, PromptTemplate } from "@lectern/contract";
import { offerMessage } from "../entities/chat/sending/outbox.ts";
import type { Said } from "../entities/chat/sending/said.ts";
import type { ConversationStore } from "../entities/conversations/store/conversationStore.ts";
import { type Filled, fillPrompt } from "../entities/prompts/promptFilling.ts";
import { promptsOf } from "../entities/prompts/promptPorts.ts";
import type { PromptStore } from "../entities/prompts/store/promptStore.ts";
import { planStart } from "../entities/prompts/use/planStart.ts";
import { conversationNameOf } from "../entities/prompts/use/startNames.ts";
import { openConversation } from "../entities/shell/routes.ts";
import { moveDocuments } from "../features/files/attach/loadAttaching.ts";

interface StartSetup {
  userId: string;
  store: ConversationStore;
  promptStore: PromptStore;
  /** The conversation that is open, from which a new one has its model. */
  open: Conversation | null;
  /** Makes an empty conversation; gives its id. */
  begin: () => Promise<string>;
}

/**
 * [C4.42, C4.43, C4.44] Begins a conversation with a prompt: asks for its variables, then sends it. Nothing is made where the person
 * closes the dialog. Rejects where the conversation cannot be made.
 */
export async function startPrompt(prompt: PromptTemplate, setup: StartSetup): Promise<void> {
  const { userId, store, promptStore, open, begin } = setup;
  const plan = planStart(prompt, await promptsOf(promptStore));
  const filled = plan.first
    ? await fillPrompt({ prompt: plan.first, purpose: "start", modelId: open?.modelId ?? null })
    : null;
  if (plan.first && !filled) return;
  const id = await begin();
  await store.changeSettings(id, {
    prompt: plan.instructions,
    ...(filled?.modelId ? { modelId: filled.modelId } : {}),
  });
  if (plan.tags.length > 0) await store.changeTags([id], { add: plan.tags });
  await store.rename(id, conversationNameOf(plan.name, new Date()));
  for (const key of filled?.documentKeys ?? []) moveDocuments(userId, key, id);
  openConversation(id);
  if (plan.first && filled) offerMessage(id, { said: firstSaid(plan.first, filled), withDocuments: true });
  filled?.forget();
}

/** What a prefix prompt begins with is whole: it is not put before itself. What is shown is what its one variable was given. */
function firstSaid({ type }: PromptTemplate, { said }: Filled): Said {
  if (type !== "prefix_prompt") return said;
  const values = Object.values(valuesOf(said));
  return { ...said, isWhole: true, ...(values.length === 1 && values[0] !== "" ? { label: values[0] } : {}) };
}

function valuesOf({ templateData }: Said): Record<string, string> {
  const values = templateData?.values;
  if (typeof values !== "object" || values === null) return {};
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
