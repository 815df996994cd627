/** Why a call failed. `message` is the sentence for people; `reason` is the server's own, where it gave one. */
export class CallError extends Error {
  readonly reason: string | null;
  /** One of the contract's error codes, or null when no reply of ours came. */
  readonly code: string | null;
  /** HTTP status; null when no reply came. */
  readonly status: number | null;
  readonly requestId: string | null;
  /** What else the failure said, such as `issues` or `type`. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(message: string, details: CallErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = "CallError";
    this.reason = details.reason ?? null;
    this.code = details.code ?? null;
    this.status = details.status ?? null;
    this.requestId = details.requestId ?? null;
    this.fields = details.fields ?? {};
  }
}

export interface CallErrorDetails {
  reason?: string | null;
  code?: string | null;
  status?: number | null;
  requestId?: string | null;
  fields?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/** What a failure's body says, whatever it is. */
export function readFailure(body: unknown): Omit<CallErrorDetails, "status" | "cause"> {
  if (typeof body !== "object" || body === null) return {};
  const { success: _, message, code, requestId, ...fields } = Object.fromEntries(Object.entries(body));
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  return { reason: text(message), code: text(code), requestId: text(requestId), fields };
}
