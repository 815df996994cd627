import type { Message } from "@lectern/contract";
import { openConversation, readRoute } from "../../entities/shell/routes.ts";
import { createPageStore } from "../../lib/pageStore.ts";
import type { SourceSelection } from "../../ui/markdown/positions/locateSelection.ts";
import { offerDiscardedReply } from "./offerReply.ts";

/** What is done with a selected part: asking about it, rewriting it, or writing something at a chosen place. */
export type HighlightMode = "prompt" | "fastEdit" | "composite";

/** What is happening to the part: `unsaved`: it is written but could not be stored. */
export type HighlightPhase =
  | { kind: "choosing" }
  | { kind: "streaming"; text: string; stop: () => void }
  | { kind: "saving"; text: string }
  | { kind: "unsaved"; text: string; save: () => void }
  | { kind: "done" };

/** A selected part of an answer, from the choice of a mode until the answer is shown as usual again. */
export interface Highlight {
  id: string;
  conversationId: string;
  messageId: string;
  /** The Markdown of the answer. */
  source: string;
  /** The Markdown before the last change, which is on the screen for a moment longer. */
  previousSource: string;
  selection: SourceSelection;
  mode: HighlightMode;
  /** Where the reply is inserted in the mode `composite`; null: nowhere yet. */
  insertOffset: number | null;
  phase: HighlightPhase;
}

/** A reply that is written and not stored yet, whether its highlight is open or not. */
export interface PendingReply {
  /** As it is shown, or shown again. */
  highlight: Highlight;
  text: string;
  /** The Markdown of the answer with the reply. */
  content: string;
  /** False: it could not be stored. */
  isSaving: boolean;
  /** Called when the answer has the reply. */
  onSaved: () => void;
}

/** An answer on the page that its reader may change. */
export interface HighlightableAnswer {
  message: Message;
  conversationId: string;
}

interface HighlightState {
  highlight: Highlight | null;
  /** What the person has written and not sent, by conversation. */
  requests: Readonly<Record<string, string>>;
  /** By the ids of their highlights. */
  pendingReplies: Readonly<Record<string, PendingReply>>;
}

/** Outside React, because a reply continues while its answer is far off the screen. */
export const useHighlightStore = createPageStore<HighlightState>(() => ({
  highlight: null,
  requests: {},
  pendingReplies: {},
}));

/** True unless the highlight was closed. Its answer may have another one by now. */
export const isOpen = ({ id }: Highlight): boolean => useHighlightStore.getState().highlight?.id === id;

/** Changes a highlight. Does nothing if it was closed. */
export function changeHighlight({ id }: Highlight, changes: Partial<Highlight>): void {
  useHighlightStore.setState(({ highlight }) =>
    highlight?.id === id ? { highlight: { ...highlight, ...changes } } : {},
  );
}

/** Adds a reply that is not stored yet, or changes it. */
export function setPendingReply(reply: PendingReply): void {
  useHighlightStore.setState(({ pendingReplies }) => ({
    pendingReplies: { ...pendingReplies, [reply.highlight.id]: reply },
  }));
}

/** Forgets a reply because it is stored or discarded. */
export function removePendingReply({ id }: Highlight): void {
  useHighlightStore.setState(({ pendingReplies: { [id]: _, ...pendingReplies } }) => ({ pendingReplies }));
}

/** True while a reply would be lost with the page. */
export const hasPendingReplies = ({ pendingReplies } = useHighlightStore.getState()): boolean =>
  Object.keys(pendingReplies).length > 0;

/**
 * Shows the answer as usual again. Stops a reply that is being written. One that could not be saved can be brought back
 * with a notice.
 */
export function closeHighlight(): void {
  const { highlight, pendingReplies } = useHighlightStore.getState();
  if (highlight?.phase.kind === "streaming") highlight.phase.stop();
  useHighlightStore.setState({ highlight: null });
  const reply = highlight && pendingReplies[highlight.id];
  // What is being saved stays.
  if (!reply || reply.isSaving) return;
  removePendingReply(highlight);
  offerDiscardedReply(highlight.id, () => reopenReply(reply));
}

/** Shows a reply again that could not be saved, in its conversation. */
export function reopenReply(reply: PendingReply): void {
  const { highlight } = reply;
  const { conversationId, messageId } = highlight;
  closeHighlight();
  setPendingReply(reply);
  useHighlightStore.setState({ highlight });
  const { page, conversationId: shownId } = readRoute();
  // Also in the same chat: the answer may be far off the screen.
  openConversation(conversationId, { messageId, replace: page === "chat" && shownId === conversationId });
}

export function setRequest(conversationId: string, text: string): void {
  useHighlightStore.setState(({ requests }) => ({ requests: { ...requests, [conversationId]: text } }));
}

const answersByElement = new WeakMap<Element, HighlightableAnswer>();

/** Names the answer that an element shows. */
export const setAnswerOf = (element: Element, answer: HighlightableAnswer): void =>
  void answersByElement.set(element, answer);

/** The attribute of the elements that `setAnswerOf` was called with. */
export const answerAttribute = "data-highlightable";

/** Returns the element around a node that shows an answer, and the answer. */
export function findAnswerElement(node: Node | null): { element: Element; answer: HighlightableAnswer } | null {
  const start = node instanceof Element ? node : node?.parentElement;
  const element = start?.closest(`[${answerAttribute}]`);
  const answer = element && answersByElement.get(element);
  return answer ? { element, answer } : null;
}
