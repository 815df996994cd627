const longest = 28;

/** How a person is shown, from their e-mail: `ada.king_lovelace@uni.edu` gives `Ada King Lovelace`. At most 28 characters. */
export function displayName(email: string): string {
  const local = email.slice(0, email.lastIndexOf("@") === -1 ? undefined : email.lastIndexOf("@"));
  const words = local.split(/[._\s]+/).filter((word) => word !== "");
  const name = words.map(capitalise).join(" ") || email;
  return Array.from(name).slice(0, longest).join("").trimEnd();
}

function capitalise(word: string): string {
  const [first = "", ...rest] = word;
  return first.toLocaleUpperCase("en-US") + rest.join("");
}
