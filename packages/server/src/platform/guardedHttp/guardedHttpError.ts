export type GuardedHttpErrorKind =
  | "invalidUrl"
  | "invalidHeader"
  | "refusedAddress"
  | "refusedOrigin"
  | "unresolved"
  | "unreachable"
  | "insecure"
  | "timeout"
  | "tooManyRedirects"
  | "protocol";

/**
 * Why a request to a server that a person has named got no answer. `userMessage` says it to this person. The error of
 * Node is not its cause, because it names addresses, which no log should have.
 */
export class GuardedHttpError extends Error {
  readonly kind: GuardedHttpErrorKind;
  readonly userMessage: string;
  /** The code of Node's error, for the log. */
  readonly code: string;

  constructor(kind: GuardedHttpErrorKind, { userMessage, code = kind }: { userMessage: string; code?: string }) {
    super(userMessage);
    this.code = code;
    this.name = "GuardedHttpError";
    this.kind = kind;
    this.userMessage = userMessage;
  }
}

/** All addresses that are not called get the same sentence, so that it says nothing about what is there. */
export const createRefusedAddressError = () =>
  new GuardedHttpError("refusedAddress", {
    userMessage:
      "The address is in a private network, which this server doesn’t call. An administrator can allow the host.",
  });
