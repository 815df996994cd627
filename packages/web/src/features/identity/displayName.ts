const maxCharacters = 28;

/**
 * Derives a name of at most 28 characters from an email address: `ada.king_lovelace@uni.edu` becomes `Ada King
 * Lovelace`.
 */
export function formatDisplayName(email: string): string {
  const localPart = email.slice(0, email.lastIndexOf("@") === -1 ? undefined : email.lastIndexOf("@"));
  const words = localPart.split(/[._\s]+/).filter((word) => word !== "");
  const name = words.map(capitalize).join(" ") || email;
  return Array.from(name).slice(0, maxCharacters).join("").trimEnd();
}

function capitalize(word: string): string {
  const [first = "", ...rest] = word;
  return first.toLocaleUpperCase("en-US") + rest.join("");
}
