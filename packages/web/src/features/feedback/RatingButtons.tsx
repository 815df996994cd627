import { Popover } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import type { AnswerActionProps } from "../../entities/chat/slots/chatSlots.ts";
import { Tooltip } from "../../ui/tooltip/Tooltip.tsx";
import classes from "./RatingButtons.module.css";
import { ReasonForm } from "./ReasonForm.tsx";
import { getRatingName, ratingOptions } from "./ratingOptions.ts";
import { useAnswerFeedback } from "./useAnswerFeedback.ts";

interface RatingButtonsProps extends AnswerActionProps {
  buttonClass: string | undefined;
  /** Shown until the ratings are loaded. */
  placeholder: ReactNode;
}

/** Rates an answer. A second press withdraws the rating. After a rating, the person can say why. */
export function RatingButtons({ message, conversationId, buttonClass, placeholder }: RatingButtonsProps) {
  const [asksForReason, setAsksForReason] = useState(false);
  const pressedButtonRef = useRef<HTMLButtonElement>(null);
  const state = useAnswerFeedback(conversationId, message.id);
  if (state.status === "none") return null;
  if (state.status === "loading") return placeholder;
  const { feedback, rate } = state;
  const toggle = (rating: "up" | "down") => {
    const isWithdrawn = feedback?.rating === rating;
    setAsksForReason(!isWithdrawn);
    rate(isWithdrawn ? null : { rating });
  };
  const close = () => {
    setAsksForReason(false);
    pressedButtonRef.current?.focus({ preventScroll: true });
  };
  return (
    <span className={classes.ratings} data-open={asksForReason || undefined}>
      {ratingOptions.map(({ rating, Icon, PressedIcon }) => {
        const name = getRatingName(rating);
        const isPressed = feedback?.rating === rating;
        const ShownIcon = isPressed ? PressedIcon : Icon;
        return (
          // No tooltip covers the question that a rating opens.
          <Tooltip key={rating} label={name} position="top" disabled={asksForReason}>
            <button
              type="button"
              className={buttonClass}
              aria-label={name}
              aria-pressed={isPressed}
              onClick={({ currentTarget }) => {
                pressedButtonRef.current = currentTarget;
                toggle(rating);
              }}
            >
              <ShownIcon size={16} aria-hidden />
            </button>
          </Tooltip>
        );
      })}
      {/* Mounted only while it is open, because a conversation may have hundreds of answers. */}
      {asksForReason && feedback && (
        <Popover
          opened
          onChange={close}
          position="top-start"
          width="min(22rem, calc(100vw - 24px))"
          shadow="md"
          trapFocus
          withRoles={false}
        >
          <Popover.Target>
            <span className={classes.anchor} />
          </Popover.Target>
          <Popover.Dropdown role="dialog" aria-label={getRatingName(feedback.rating)}>
            <ReasonForm
              feedback={feedback}
              onSend={(reason) => {
                close();
                rate({ ...feedback, reason });
              }}
            />
          </Popover.Dropdown>
        </Popover>
      )}
    </span>
  );
}
