/** Why messages rest while an answer comes. */
export const answerComing = "An answer is being written";
