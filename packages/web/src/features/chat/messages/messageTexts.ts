/** The reason why messages cannot be changed while an answer is being written. */
export const answerStreamingText = "An answer is being written";
