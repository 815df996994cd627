import { errorStatus } from "@lectern/contract";
import { AppError } from "./appError.ts";

const longestMessage = 1_000;
/** Bytes. */
const longestRest = 2_500;

/** Carries an AppError from one process to another, without its cause. Anything else becomes `internal`. */
export const failureCodec = {
  encode(failure: unknown): unknown {
    if (!(failure instanceof AppError)) return { code: "internal" };
    const { code, userMessage, headers, fields, issues } = failure;
    const rest = { headers, fields, ...(issues ? { issues } : {}) };
    const fits = Buffer.byteLength(JSON.stringify(rest)) <= longestRest;
    return { code, userMessage: userMessage.slice(0, longestMessage), ...(fits ? rest : { headers }) };
  },
  decode(encoded: unknown): AppError {
    const { code, ...details } = encoded as { code: AppError["code"] }; // sealed by a process of ours, with `encode`
    return Object.hasOwn(errorStatus, code) ? new AppError(code, details) : new AppError("internal");
  },
};
