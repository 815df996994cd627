/** True if the name, the description or a tag of an artifact contains every word of the search. */
export function matchesSearch(
  { name, description, tags = [] }: { name: string; description: string; tags?: readonly string[] },
  search: string,
): boolean {
  const text = [name, description, ...tags].join("\n").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
