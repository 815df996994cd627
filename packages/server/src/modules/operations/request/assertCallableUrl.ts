import { findRequestUrlProblem } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";

const problems = {
  notWeb: "The URL must begin with https:// or http://.",
  parameterInHost: "Parameters can only stand after the host of the URL.",
  credentials: "The URL must not contain a username or a password.",
} as const;

/** Throws `invalidInput` with a sentence for people if a request cannot have this URL. */
export function assertCallableUrl(url: string): void {
  const problem = findRequestUrlProblem(url);
  if (problem !== null) throw new AppError("invalidInput", { userMessage: problems[problem] });
}
