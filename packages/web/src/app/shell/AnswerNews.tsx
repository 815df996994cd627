import { useStore } from "zustand";
import { answerNews } from "../../entities/chat/activity/answerNews.ts";
import classes from "./AnswerNews.module.css";

/** Tells screen readers that an answer is ready in a conversation that is not shown. */
export function AnswerNews() {
  const text = useStore(answerNews);
  return (
    <div role="status" className={classes.hidden}>
      {text}
    </div>
  );
}
