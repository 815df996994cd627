import type { RegisteredOperation } from "@lectern/contract";

type Searched = Pick<RegisteredOperation, "name" | "description" | "tags">;

/** Returns the operations whose names, descriptions and tags contain all words of a search. */
export function findOperations<Operation extends Searched>(
  operations: readonly Operation[],
  search: string,
): Operation[] {
  const words = search.toLowerCase().split(/\s+/);
  return operations.filter(({ name, description, tags }) => {
    const text = [name, description, ...tags].join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
