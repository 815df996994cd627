/** Why messages rest while an answer comes. */
export const answerStreamingText = "An answer is being written";
