import { AppError } from "../../../core/appError.ts";
import { foldEmail, isEmail } from "../../../core/email.ts";

/** Returns email addresses in the form in which they are compared, each once. Throws `invalidInput` for another text. */
export function toAddresses(emails: readonly string[]): string[] {
  return [
    ...new Set(
      emails.map((email) => {
        const address = foldEmail(email);
        if (isEmail(address)) return address;
        throw new AppError("invalidInput", { userMessage: `“${email.slice(0, 100)}” is not an email address.` });
      }),
    ),
  ];
}
