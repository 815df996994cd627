import { type Group, type GroupLevel, updateGroupTypes } from "@lectern/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { groupAssistantsQuery } from "../../../entities/assistants/assistantQueries.ts";
import { endTypesDraft, useGroupDraft } from "../../../entities/groups/groupDrafts.ts";
import { call } from "../../../lib/call.ts";
import { notifyChangeFailure, useGroupChange } from "../useGroupChange.ts";
import { describeTypeRemoval } from "./describeTypeRemoval.ts";

/** The types of a group as the person changes them, and saving them. */
export function useTypesChange(group: Group, level: GroupLevel | null) {
  const cache = useQueryClient();
  const { draft, change } = useGroupDraft(group.id);
  const { run, isRunning } = useGroupChange("types", level);
  const [isChecking, setIsChecking] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  // While the dialog fades out, it shows what it asked.
  const [question, setQuestion] = useState("");
  const types = draft.types ?? group.groupTypes;
  const isEqual = (changed: readonly string[]) => changed.join("\n") === group.groupTypes.join("\n");
  const removedTypes = group.groupTypes.filter((type) => !types.includes(type));

  const save = async () => {
    setIsAsking(false);
    const error = await run(() => call(updateGroupTypes, { group_id: group.id, types: [...types] }));
    if (error === null) endTypesDraft(group.id, types);
  };
  const confirmRemoval = async () => {
    setIsChecking(true);
    try {
      const assistants = await cache.fetchQuery({ ...groupAssistantsQuery(group.id), staleTime: 0 });
      const message = describeTypeRemoval(assistants, removedTypes);
      if (message === null) return await save();
      setQuestion(message);
      setIsAsking(true);
    } catch (error) {
      notifyChangeFailure("types", error);
    } finally {
      setIsChecking(false);
    }
  };
  return {
    types,
    isChanged: !isEqual(types),
    isBusy: isChecking || isRunning,
    setTypes: (changed: readonly string[]) => change({ types: isEqual(changed) ? null : changed }),
    /** Saves the types, or first asks a question if assistants use one that is removed. */
    submit: () => void (removedTypes.length === 0 ? save() : confirmRemoval()),
    /** True while `question` is to be confirmed. */
    isAsking,
    question,
    confirm: () => void save(),
    cancel: () => setIsAsking(false),
  };
}
