import type { JsonObject } from "@lectern/contract";
import type {
  ContextFrame,
  HistoryMessage,
  MessageSelection,
  RunAttachments,
  RunContribution,
  RunHooks,
} from "../../../core/run/run.ts";

/** Starts `prepare` of all steps in parallel. The returned promise need not be awaited at once. */
export function prepareSteps(hooks: readonly RunHooks[]): Promise<RunContribution[]> {
  const contributions = collect(hooks.map(({ prepare }) => prepare?.()));
  contributions.catch(() => undefined); // the error is handled where it is awaited
  return contributions;
}

/** Lets the steps choose, one after the other, which messages of the branch are sent. Returns their states, too. */
export async function selectMessages(
  hooks: readonly RunHooks[],
  history: readonly HistoryMessage[],
  isContinued: boolean,
): Promise<MessageSelection & { states: readonly JsonObject[] }> {
  let sent = history;
  const leftOut: HistoryMessage[] = [];
  const states: JsonObject[] = [];
  for (const hook of hooks) {
    const selection = await hook.selectMessages?.(sent, isContinued);
    if (!selection) continue;
    sent = selection.sent;
    leftOut.push(...selection.leftOut);
    if (selection.state) states.push(selection.state);
  }
  return { sent, leftOut, states };
}

/** Runs `attach` of all steps in parallel, and combines what they return, in the order of the steps. */
export async function attachSteps(hooks: readonly RunHooks[], frame: ContextFrame): Promise<RunAttachments> {
  const attachments = await collect(hooks.map(({ attach }) => attach?.(frame)));
  const images = new Map<string, RunAttachments["images"] extends ReadonlyMap<string, infer Images> ? Images : never>();
  for (const attachment of attachments) {
    for (const [messageId, added] of attachment.images) {
      images.set(messageId, [...(images.get(messageId) ?? []), ...added]);
    }
  }
  return {
    block: attachments.map(({ block }) => block).join(""),
    tokens: attachments.reduce((sum, { tokens }) => sum + tokens, 0),
    toolSpace: attachments.reduce((sum, { toolSpace }) => sum + toolSpace, 0),
    images,
    passages: attachments.flatMap(({ passages }) => passages),
    events: attachments.flatMap(({ events }) => events),
    foreignFileIds: attachments.flatMap(({ foreignFileIds }) => foreignFileIds),
    tools: attachments.flatMap(({ tools }) => tools),
  };
}

async function collect<Part>(parts: readonly (Promise<Part | undefined> | undefined)[]): Promise<Part[]> {
  const present = parts.filter((part) => part !== undefined);
  if (present.length === 0) return [];
  return (await Promise.all(present)).filter((part) => part !== undefined);
}
