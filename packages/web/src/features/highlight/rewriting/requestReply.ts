import { t } from "@lingui/core/macro";
import type { Chat } from "../../../entities/chat/createChat.ts";
import { MessageChangedError } from "../../../entities/conversations/store/conversationActions.ts";
import type { ConversationStore } from "../../../entities/conversations/store/conversationStore.ts";
import { CallError } from "../../../lib/callError.ts";
import { notifyError, notifyFailure } from "../../../ui/notices/notify.tsx";
import {
  changeHighlight,
  type Highlight,
  isOpen,
  removePendingReply,
  reopenReply,
  setPendingReply,
  setRequest,
} from "../highlightStore.ts";
import { offerUnsavedReply } from "../offerReply.ts";
import { buildInsertionQuestion, buildRewriteQuestion } from "./buildQuestion.ts";
import { getMismatchText, giveUpReply } from "./giveUpReply.ts";
import { insertBlocks, type PlacedReply, replacePart, UnusableReplyError } from "./placeReply.ts";

export interface ReplyDependencies {
  chat: Pick<Chat, "askAside">;
  store: Pick<ConversationStore, "rewriteMessage">;
}

interface ReplyRequest {
  highlight: Highlight;
  request: string;
  modelId: string;
  accountId: string | null;
}

/** The text is exactly as specified. */
const getFailedText = () => t`We are unable to fulfill your request at this time, please try again later.`;

/**
 * Has the model write the new text of the part, or the passage at the chosen place, and stores the answer with it. Until
 * then the answer stays as it is, also if the person stops or something fails. Never rejects.
 */
export async function requestReply(dependencies: ReplyDependencies, options: ReplyRequest): Promise<void> {
  const { highlight, request, modelId, accountId } = options;
  const { source, selection, insertOffset } = highlight;
  const controller = new AbortController();
  const { signal } = controller;
  const stop = () => {
    controller.abort();
    changeHighlight(highlight, { phase: { kind: "choosing" } });
  };
  const isInsertion = highlight.mode === "composite" && insertOffset !== null;
  const part = { source, selection, request };
  const question = isInsertion ? buildInsertionQuestion(part, insertOffset) : buildRewriteQuestion(part);
  const showText = (text: string) => changeHighlight(highlight, { phase: { kind: "streaming", text, stop } });
  showText("");
  try {
    const reply = await dependencies.chat.askAside({ ...question, modelId, accountId }, { signal, onText: showText });
    if (signal.aborted) return;
    const placed = isInsertion ? insertBlocks(source, insertOffset, reply) : replacePart(source, selection, reply);
    await save(dependencies, highlight, placed, reply);
  } catch (error) {
    if (signal.aborted) return;
    changeHighlight(highlight, { phase: { kind: "choosing" } });
    showFailure(error);
  }
}

/** Stores the answer with the reply. If that fails, the reply stays on the screen, and can be stored later. */
async function save(
  dependencies: ReplyDependencies,
  highlight: Highlight,
  placed: PlacedReply,
  text: string,
): Promise<void> {
  const { conversationId, messageId, source, selection } = highlight;
  const { content, range } = placed;
  const onSaved = () => {
    removePendingReply(highlight);
    const selected = highlight.mode === "composite" ? moveSelection(highlight, placed) : { ...selection, ...range };
    // In another highlight, something else may have been written meanwhile.
    if (isOpen(highlight)) setRequest(conversationId, "");
    changeHighlight(highlight, {
      ...{ source: content, previousSource: source, selection: selected, insertOffset: null },
      phase: { kind: "done" },
    });
  };
  const reply = { highlight, text, content, isSaving: true, onSaved };
  setPendingReply(reply);
  changeHighlight(highlight, { phase: { kind: "saving", text } });
  try {
    await dependencies.store.rewriteMessage(conversationId, messageId, { expected: source, content });
    onSaved();
  } catch (error) {
    if (error instanceof MessageChangedError) return giveUpReply(reply);
    notifyFailure(error);
    const saveAgain = () => void save(dependencies, highlight, placed, text);
    const phase = { kind: "unsaved", text, save: saveAgain } as const;
    const unsaved = { ...reply, highlight: { ...highlight, phase }, isSaving: false };
    if (isOpen(highlight)) changeHighlight(highlight, { phase });
    else {
      offerUnsavedReply(highlight, {
        reopen: () => reopenReply(unsaved),
        discard: () => removePendingReply(highlight),
      });
    }
    setPendingReply(unsaved);
  }
}

/** Returns the selected part after something was inserted before or after it. */
function moveSelection(
  { selection, source, insertOffset }: Highlight,
  { content }: PlacedReply,
): Highlight["selection"] {
  if (insertOffset === null || insertOffset > selection.start) return selection;
  const shift = content.length - source.length;
  return { ...selection, start: selection.start + shift, end: selection.end + shift };
}

function showFailure(error: unknown): void {
  if (error instanceof UnusableReplyError) notifyError(getMismatchText());
  else notifyError(getFailedText(), { reason: error instanceof CallError ? error.reason : null });
}
