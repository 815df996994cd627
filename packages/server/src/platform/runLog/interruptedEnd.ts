/** The abort reason of a run that is stopped by a shutdown and not by the person. */
export class ServerShutdownError extends Error {
  constructor() {
    super("the server is shutting down");
    this.name = "ServerShutdownError";
  }
}

/** The end of an answer whose process died or was stopped before the answer was complete. */
export const interruptedEnd = {
  end: "stopped",
  code: "interrupted",
  message: "The server was restarted while this answer was being written. The text received so far was saved.",
} as const;

/** The end of an answer whose person lost a right that it needed while it was being written. */
export const accessEndedEnd = {
  end: "stopped",
  code: "accessEnded",
  message: "Stopped, because you no longer have access to its assistant, its model or a file that it used.",
} as const;

/** The end of an answer whose API key was ended or has expired while it was being written. */
export const keyEndedEnd = {
  end: "stopped",
  code: "keyEnded",
  message: "Stopped, because the API key is no longer valid.",
} as const;

/** The end of an answer whose API key has lost an access type that it needed while it was being written. */
export const keyAccessEndedEnd = {
  end: "stopped",
  code: "accessEnded",
  message: "Stopped, because the API key no longer has access to this.",
} as const;
