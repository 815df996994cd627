/** The end of an answer whose process died while it was being written. */
export const interruptedEnd = {
  end: "stopped",
  code: "interrupted",
  message: "The server was restarted while this answer was being written. What had arrived by then was kept.",
} as const;
