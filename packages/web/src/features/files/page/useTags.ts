import { listFileTags } from "@lectern/contract";
import { useQuery } from "@tanstack/react-query";
import { fileKeys } from "../../../entities/files/useFileQuery.ts";
import { call } from "../../../lib/call.ts";

/** Returns the tags of the person's files, in alphabetical order. */
export function useTags(): { tags: readonly string[]; isFailed: boolean } {
  const { data, isError } = useQuery({
    queryKey: fileKeys.tags,
    queryFn: ({ signal }) => call(listFileTags, {}, { signal }),
  });
  return { tags: data?.tags ?? noTags, isFailed: isError };
}

const noTags: readonly string[] = [];
