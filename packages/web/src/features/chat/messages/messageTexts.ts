/** The reason why messages cannot be changed while an answer is being written. */
export const answerStreamingReason = "An answer is being written";
