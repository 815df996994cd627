import { VisuallyHidden } from "@mantine/core";
import { useStore } from "zustand";
import { answerNews } from "../../entities/chat/activity/answerNews.ts";

/** Tells screen readers that an answer is ready in a conversation that is not shown. */
export function AnswerNews() {
  const text = useStore(answerNews);
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}
