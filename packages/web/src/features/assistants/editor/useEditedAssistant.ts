import type { AssistantDefinition } from "@lectern/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { assistantQuery } from "../../../entities/assistants/useAssistants.ts";

/** The assistant that the editor starts from, or what can be shown instead. */
export function useEditedAssistant(assistantId: string) {
  const { data, error, refetch, isFetching } = useQuery({ ...assistantQuery(assistantId), staleTime: 0 });
  const editable = data && !data.assistant.noEdit ? data.definition : null;
  // Later versions must not replace what is being edited.
  const [edited, setEdited] = useState<AssistantDefinition | null>(null);
  // What was cached may have been saved again since. An editor that starts from it would find a conflict.
  if (!edited && editable && !isFetching && !error) setEdited(editable);
  return {
    edited,
    /** An assistant that the person cannot edit. */
    readOnly: editable ? undefined : data,
    error: isFetching ? null : error,
    retry: () => void refetch(),
  };
}
