import { t } from "@lingui/core/macro";
import { Button, Popover } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { useIsTouchDevice } from "../../../lib/device.ts";
import { FeedbackField } from "./FeedbackField.tsx";
import classes from "./Rating.module.css";
import { StarField } from "./StarField.tsx";
import { type RatedAnswer, useStarRating } from "./useStarRating.ts";

const size = 18;
const touchSize = 32;

interface StarButtonsProps extends RatedAnswer {
  /** Shown until the rating is loaded. */
  placeholder: ReactNode;
}

/** Rates an answer with stars. After that, the person can say why. */
export function StarButtons({ placeholder, ...answer }: StarButtonsProps) {
  const { isLoading, userRating, userFeedback, isElsewhere, isSaving, rate } = useStarRating(answer);
  const [isAsking, setIsAsking] = useState(false);
  const [isReplacing, setIsReplacing] = useState(false);
  const [feedback, setFeedback] = useState<string | null>(null);
  const shownFeedback = feedback ?? userFeedback;
  const rootRef = useRef<HTMLSpanElement>(null);
  const isTouch = useIsTouchDevice();
  if (isLoading) return placeholder;
  const close = () => {
    setIsAsking(false);
    rootRef.current?.querySelector<HTMLElement>("input:checked")?.focus({ preventScroll: true });
  };
  return (
    <span ref={rootRef} className={classes.stars} data-open={isAsking || undefined}>
      <StarField
        value={userRating}
        size={isTouch ? touchSize : size}
        onChange={(stars) => {
          rate({ userRating: stars, userFeedback: stars === null ? "" : userFeedback });
          if (stars === null) setFeedback(null);
          setIsReplacing(isElsewhere);
          setIsAsking(stars !== null);
        }}
      />
      {/* Mounted only while it is open, because a conversation may have hundreds of answers. */}
      {isAsking && userRating !== null && (
        <Popover
          opened
          onChange={close}
          position="bottom-start"
          width="min(22rem, calc(100vw - 24px))"
          shadow="md"
          trapFocus
          withRoles={false}
        >
          <Popover.Target>
            <span className={classes.anchor} />
          </Popover.Target>
          <Popover.Dropdown role="dialog" aria-label={t`Feedback`}>
            <form
              className={classes.form}
              onSubmit={(event) => {
                event.preventDefault();
                const onSuccess = () => {
                  setFeedback(null);
                  close();
                };
                rate({ userRating, userFeedback: shownFeedback.trim() }, { onSuccess });
              }}
            >
              <FeedbackField
                assistantId={answer.assistantId}
                feedback={shownFeedback}
                isReplacing={isReplacing}
                onChange={setFeedback}
              />
              <div className={classes.foot}>
                <Button type="submit" size="xs" loading={isSaving}>
                  {t`Submit Feedback`}
                </Button>
              </div>
            </form>
          </Popover.Dropdown>
        </Popover>
      )}
    </span>
  );
}
