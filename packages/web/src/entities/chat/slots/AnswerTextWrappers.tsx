import { type ReactNode, use } from "react";
import { type AnswerTextWrapperProps, ChatSlotsContext } from "./chatSlots.ts";

/** The text of an answer in the components that other features wrap it in. */
export function AnswerTextWrappers({ state, text, answer, children }: AnswerTextWrapperProps) {
  const { answerTextWrappers } = use(ChatSlotsContext);
  return answerTextWrappers.reduceRight<ReactNode>(
    (body, Wrapper) => (
      // biome-ignore lint/correctness/useJsxKeyInIterable: the wrappers are nested, not listed.
      <Wrapper state={state} text={text} answer={answer}>
        {body}
      </Wrapper>
    ),
    children,
  );
}
