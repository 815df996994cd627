/** Why a run is stopped when its server ends: nobody asked for it. */
export class ServerEnding extends Error {
  constructor() {
    super("the server ends");
    this.name = "ServerEnding";
  }
}

/** The end of an answer whose process died or ended while it was being written. */
export const interruptedEnd = {
  end: "stopped",
  code: "interrupted",
  message: "The server was restarted while this answer was being written. What had arrived by then was kept.",
} as const;
