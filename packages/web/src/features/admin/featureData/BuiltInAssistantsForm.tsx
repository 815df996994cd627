import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/InlineInput.css";
import { type listBuiltInAssistants, type OpOutput, updateBuiltInGroup } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, Checkbox } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/call.ts";
import fieldClasses from "../../../ui/fields.module.css";
import { notifyError, notifySuccess } from "../../../ui/notices/notify.tsx";
import tableClasses from "../AdminTable.module.css";
import { getErrorDetails } from "../getErrorDetails.ts";
import { builtInAssistantsQuery } from "./featureDataQueries.ts";

/** Chooses the assistants to copy. The first copies create the group. */
export function BuiltInAssistantsForm({ group, assistants }: OpOutput<typeof listBuiltInAssistants>) {
  const cache = useQueryClient();
  const [chosenIds, setChosenIds] = useState<readonly string[]>([]);
  const [isRefused, setIsRefused] = useState(false);
  const { mutate, isPending } = useMutation({
    networkMode: "always",
    mutationFn: (ids: readonly string[]) => call(updateBuiltInGroup, { assistants: [...ids] }),
    onSuccess() {
      setChosenIds([]);
      notifySuccess(group ? t`The copies were added to the group.` : t`The group was created.`);
    },
    onError: (error) =>
      notifyError(
        group ? t`Unable to add a copy of the assistant...` : t`Failed to create Amplify Assistant group...`,
        getErrorDetails(error),
      ),
    // An error may come after some of them were added.
    onSettled: () => cache.invalidateQueries(builtInAssistantsQuery),
  });
  const submit = () => {
    setIsRefused(chosenIds.length === 0);
    if (chosenIds.length > 0) mutate(chosenIds);
  };
  return (
    <div className={tableClasses.form}>
      {assistants.map(({ assistantId, name, description, hasCopy }) => (
        <Checkbox
          key={assistantId}
          classNames={{ input: fieldClasses.box ?? "" }}
          label={hasCopy ? t`${name} (has a copy)` : name}
          description={description}
          disabled={hasCopy}
          checked={hasCopy || chosenIds.includes(assistantId)}
          onChange={(event) => {
            setIsRefused(false);
            const others = chosenIds.filter((id) => id !== assistantId);
            setChosenIds(event.currentTarget.checked ? [...others, assistantId] : others);
          }}
        />
      ))}
      {isRefused && (
        <p role="alert" className={tableClasses.refusal}>
          {t`You must select at least one Amplify assistant to continue.`}
        </p>
      )}
      <Button loading={isPending} onClick={submit}>
        {group ? t`Add copies to the group` : t`Create Amplify Assistants group`}
      </Button>
    </div>
  );
}
