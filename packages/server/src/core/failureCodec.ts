import { errorStatus } from "@lectern/contract";
import { AppError } from "./appError.ts";

const maxMessageLength = 1_000;
const maxDetailsBytes = 2_500;

/**
 * Serializes an AppError for another process: without its cause, with a shortened message, and without `fields` and
 * `issues` if the details are too large. Any other error becomes `internal`.
 */
export const failureCodec = {
  encode(failure: unknown): unknown {
    if (!(failure instanceof AppError)) return { code: "internal" };
    const { code, userMessage, headers, fields, issues } = failure;
    const details = { headers, fields, ...(issues ? { issues } : {}) };
    const fits = Buffer.byteLength(JSON.stringify(details)) <= maxDetailsBytes;
    return { code, userMessage: userMessage.slice(0, maxMessageLength), ...(fits ? details : { headers }) };
  },
  decode(encoded: unknown): AppError {
    const { code, ...details } = encoded as { code: AppError["code"] }; // `encode` of another process created it
    return Object.hasOwn(errorStatus, code) ? new AppError(code, details) : new AppError("internal");
  },
};
