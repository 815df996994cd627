import { t } from "@lingui/core/macro";

/** The reason why messages cannot be changed while an answer is being written. */
export const getAnswerStreamingReason = (): string => t`An answer is being written`;
