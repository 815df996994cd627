/** Keeps what has every word of `search` in its name, whatever the case and the accents. */
export function searchConversations<T extends { name: string }>(conversations: readonly T[], search: string): T[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...conversations];
  return conversations.filter(({ name }) => {
    const folded = fold(name);
    return words.every((word) => folded.includes(word));
  });
}

const fold = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
