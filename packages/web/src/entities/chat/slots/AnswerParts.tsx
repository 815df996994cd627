import { Suspense, use } from "react";
import { type AnswerPartProps, ChatSlotsContext } from "./chatSlots.ts";

/** What other features show in the row below an answer. */
export function AnswerParts(props: AnswerPartProps) {
  const { answerParts } = use(ChatSlotsContext);
  return answerParts
    .filter(({ appliesTo }) => appliesTo(props.state))
    .map(({ id, Component }) => (
      <Suspense key={id} fallback={null}>
        <Component {...props} />
      </Suspense>
    ));
}
