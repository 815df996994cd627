import { Menu } from "@mantine/core";
import type { AnswerActionProps } from "../../entities/chat/slots/chatSlots.ts";
import { openDialog } from "../../entities/shell/dialogs.ts";
import classes from "./RatingButtons.module.css";
import { getRatingName, ratingOptions } from "./ratingOptions.ts";
import { useAnswerFeedback } from "./useAnswerFeedback.ts";

/** Rates an answer in its menu. The chosen rating is withdrawn; after another one, the person can say why. */
export function RatingItems({ message, conversationId }: AnswerActionProps) {
  const state = useAnswerFeedback(conversationId, message.id);
  if (state.status === "none") return null;
  const feedback = state.status === "ready" ? state.feedback : null;
  const toggle = (rating: "up" | "down") => {
    if (state.status === "loading") return;
    const isWithdrawn = feedback?.rating === rating;
    state.rate(isWithdrawn ? null : { rating });
    if (!isWithdrawn) openDialog("ratingReason", { conversationId, messageId: message.id, rating });
  };
  return ratingOptions.map(({ rating, Icon, PressedIcon }) => {
    const isChosen = feedback?.rating === rating;
    const ShownIcon = isChosen ? PressedIcon : Icon;
    return (
      <Menu.CheckboxItem
        key={rating}
        checked={isChosen}
        aria-disabled={state.status === "loading" || undefined}
        closeMenuOnClick
        // The filled thumb says that it is chosen.
        classNames={{ itemIndicator: classes.noIndicator }}
        onChange={() => toggle(rating)}
      >
        <span className={classes.item}>
          <ShownIcon size={16} stroke={1.6} aria-hidden />
          {getRatingName(rating)}
        </span>
      </Menu.CheckboxItem>
    );
  });
}
