import type { JsonObject } from "@lectern/contract";
import { Suspense, use } from "react";
import { ChatSlotsContext } from "./chatSlots.ts";

/** What other features show in the row below an answer. `text`: the answer's text so far. */
export function AnswerParts({ state, text }: { state: JsonObject; text: string }) {
  const { answerParts } = use(ChatSlotsContext);
  return answerParts
    .filter(({ appliesTo }) => appliesTo(state))
    .map(({ id, Component }) => (
      <Suspense key={id} fallback={null}>
        <Component state={state} text={text} />
      </Suspense>
    ));
}
