import type {
  BelowAnswerProps,
  ConversationControlProps,
  SlotContribution,
} from "../../entities/chat/slots/chatSlots.ts";
import { lazy } from "../../lib/preload/lazy.ts";

/** Lists the artifacts of a conversation in its header. */
export const artifactPicker: SlotContribution<ConversationControlProps> = {
  id: "artifacts",
  appliesTo: ({ conversation }) => conversation.messages.length > 0 || conversation.artifacts !== undefined,
  Component: lazy(() =>
    import("./picker/ArtifactPicker.tsx").then(({ ArtifactPicker }) => ({ default: ArtifactPicker })),
  ),
};

/** Lists the artifacts that an answer made. An answer without an end may be making one. */
export const messageArtifacts: SlotContribution<BelowAnswerProps> = {
  id: "artifacts",
  appliesTo: ({ message: { data } }) =>
    data.artifacts !== undefined || data.artifactStatus !== undefined || data.end === undefined,
  Component: lazy(() =>
    import("./message/MessageArtifacts.tsx").then(({ MessageArtifacts }) => ({ default: MessageArtifacts })),
  ),
};
