import { useEffect } from "react";
import { useUnseenCount } from "../../entities/chat/activity/useAnswerActivity.ts";

/** Shows in the title of a hidden tab how many conversations have an answer that the person has not seen. */
export function useTabTitle(title: string): void {
  const unseenCount = useUnseenCount();
  useEffect(() => {
    const update = () => {
      const isShown = document.visibilityState === "visible" || unseenCount === 0;
      document.title = isShown ? title : `(${unseenCount}) ${title}`;
    };
    update();
    document.addEventListener("visibilitychange", update);
    return () => {
      document.removeEventListener("visibilitychange", update);
      document.title = title;
    };
  }, [title, unseenCount]);
}
