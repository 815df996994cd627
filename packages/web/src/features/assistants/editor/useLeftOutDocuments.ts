import { type AssistantContent, getFiles } from "@lectern/contract";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { listFileKeys, toOwnContent } from "./draft/toOwnContent.ts";

/** The names of the documents that the person's own copy of a content would not have; none while they are not known. */
export function useLeftOutDocuments(content: AssistantContent): readonly string[] {
  const keys = listFileKeys(content);
  const { data } = useQuery({
    queryKey: ["usableFiles", keys],
    queryFn: () => findUsableFiles(keys),
    // Files of a group may be lost with the right to its assistant.
    gcTime: 0,
    retry: false,
  });
  return data ? toOwnContent(content, data).leftOut.map(({ name, id }) => name ?? id) : [];
}

/** Finds those of the files that the person may attach to an assistant of their own. */
export async function findUsableFiles(keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const { items } = await call(getFiles, { keys: [...keys] });
  return new Set(items.map(({ id }) => id));
}
