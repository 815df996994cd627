import type { AnswerFeedback } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconThumbDown, IconThumbDownFilled, IconThumbUp, IconThumbUpFilled } from "@tabler/icons-react";

type Rating = AnswerFeedback["rating"];

export const ratingOptions = [
  { rating: "up", Icon: IconThumbUp, PressedIcon: IconThumbUpFilled },
  { rating: "down", Icon: IconThumbDown, PressedIcon: IconThumbDownFilled },
] as const;

export const getRatingName = (rating: Rating): string => (rating === "up" ? t`Good answer` : t`Bad answer`);
