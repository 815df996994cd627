import { AppError } from "../../../core/appError.ts";
import { foldEmail, isEmail } from "../../../core/email.ts";

/**
 * Returns email addresses in the form in which they are compared, each once. Throws `invalidInput` for another text, which
 * names the group if the addresses are of one.
 */
export function toAddresses(emails: readonly string[], groupName?: string): string[] {
  return [
    ...new Set(
      emails.map((email) => {
        const address = foldEmail(email);
        if (isEmail(address)) return address;
        const text = email.slice(0, 100);
        const userMessage =
          groupName === undefined
            ? `“${text}” is not an email address.`
            : `“${text}” in the group “${groupName.slice(0, 100)}” is not an email address.`;
        throw new AppError("invalidInput", { userMessage });
      }),
    ),
  ];
}
