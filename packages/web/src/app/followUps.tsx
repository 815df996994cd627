import { type ComponentType, createContext, lazy, Suspense, use } from "react";
import { usePrompts } from "../entities/prompts/store/usePrompts.ts";

/** The conversation under whose last answer the follow-ups stand. */
export interface FollowUpPlace {
  userId: string;
  conversationId: string;
  /** Under what name its field's draft is kept. */
  draftKey: string;
  tags: readonly string[];
}

export const FollowUpPlaceContext = createContext<FollowUpPlace | null>(null);

const ConversationFollowUps = lazy<ComponentType<{ place: FollowUpPlace }>>(() =>
  import("./ConversationFollowUps.tsx").then(
    ({ ConversationFollowUps }) => ({ default: ConversationFollowUps }),
    // The conversation is worth more than these buttons.
    () => ({ default: () => null }),
  ),
);

/** What may be asked next, under the last answer; loaded where the person has such prompts. */
export function FollowUpsBelow() {
  const place = use(FollowUpPlaceContext);
  const hasAny = usePrompts().some(({ type }) => type === "follow_up");
  if (!place || !hasAny) return null;
  return (
    <Suspense fallback={null}>
      <ConversationFollowUps place={place} />
    </Suspense>
  );
}
