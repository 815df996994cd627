import type { PromptTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { type BackingAssistant, getBackingAssistantId, loadBackingAssistants } from "./backingAssistants.ts";
import { describeAssistants } from "./describeAssistants.ts";
import type { Deletion } from "./planDeletion.ts";

interface DeletionDialogProps {
  isOpen: boolean;
  /** What is deleted, such as "Delete prompt"; also on the button. */
  title: string;
  /** The prompts that may be deleted. */
  prompts: readonly PromptTemplate[];
  plan: (assistants: readonly BackingAssistant[]) => Deletion;
  /** Returns the sentences about the prompts. */
  describe: (deletion: Deletion) => readonly string[];
  isBusy: boolean;
  onConfirm: (deletion: Deletion) => void;
  onCancel: () => void;
}

/** Asks for confirmation before prompts are deleted, and names the assistants that are deleted with them. */
export function DeletionDialog(props: DeletionDialogProps) {
  const { isOpen, title, prompts, plan, describe, isBusy, onConfirm, onCancel } = props;
  const client = useQueryClient();
  const [assistantIds] = useState(() => [...new Set(prompts.flatMap((prompt) => getBackingAssistantId(prompt) ?? []))]);
  // Planned once: the message must not change while the prompts are being deleted, and no more is deleted than it says.
  const [plainDeletion] = useState(() => (assistantIds.length === 0 ? plan([]) : null));
  const { data, isFetching, refetch } = useQuery({
    queryKey: ["deletionOfPrompts", prompts.map(({ id }) => id)],
    queryFn: async () => plan(await loadBackingAssistants(client, assistantIds)),
    enabled: assistantIds.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const deletion = plainDeletion ?? data;
  const dialogProps = { isOpen, title, hasLiveMessage: assistantIds.length > 0, onCancel };
  if (deletion) {
    const hasAssistants = deletion.removedAssistants.length > 0;
    const sentences = [...describe(deletion), ...describeAssistants(deletion)];
    return (
      <ConfirmDialog
        {...dialogProps}
        message={[...sentences, ...(hasAssistants ? [t`This can’t be undone.`] : [])].join(" ")}
        confirmLabel={title}
        isDestructive
        isBusy={isBusy}
        onConfirm={() => onConfirm(deletion)}
      />
    );
  }
  return (
    <ConfirmDialog
      {...dialogProps}
      message={isFetching ? t`Loading assistants…` : t`Couldn’t load the assistants.`}
      confirmLabel={isFetching ? title : t`Try again`}
      isBusy={isFetching}
      onConfirm={() => void refetch()}
    />
  );
}
