/**
 * Returns the id of the copy that a recipient makes of an item of a snapshot, if they have the item already. It depends
 * on the snapshot's random key, so that the sender cannot choose it, a second import finds the copy, and the server knows
 * the ids of copied prompts.
 */
export async function deriveCopyId(shareKey: string, id: string): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(["copy", shareKey, id]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}
