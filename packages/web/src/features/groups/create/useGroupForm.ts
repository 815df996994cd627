import { createGroup, type Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { findPeopleProblem } from "../../../entities/groups/people/findPeopleProblem.ts";
import { groupsQuery } from "../../../entities/groups/useGroups.ts";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { notifyError, notifySuccess } from "../../../ui/notices/notify.tsx";
import { closeNotices } from "../../../ui/notices/showNotice.ts";
import { completeNewMembers, type NewMembers, noNewMembers, toMemberLevels } from "../members/newMembers.ts";
import { findNameProblem } from "./findNameProblem.ts";

export interface GroupForm {
  name: string;
  types: readonly string[];
  members: NewMembers;
}

export interface FormProblems {
  name: string | null;
  members: string | null;
}

const emptyForm: GroupForm = { name: "", types: [], members: noNewMembers };
const noProblems: FormProblems = { name: null, members: null };

interface FormOptions {
  groups: readonly Group[] | undefined;
  onCreated: (groupId: string) => void;
  onFailed: () => void;
}

/** The form of a new group. It keeps what was typed until the group has been created. */
export function useGroupForm({ groups, onCreated, onFailed }: FormOptions) {
  const cache = useQueryClient();
  const [form, setForm] = useState(emptyForm);
  const [problems, setProblems] = useState(noProblems);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ name, types, members }: GroupForm) =>
      call(createGroup, { group_name: name.trim(), types: [...types], members: toMemberLevels(members) }),
    onSuccess(group) {
      // Whoever chooses it does not wait for the list to be read again.
      cache.setQueryData(
        groupsQuery.queryKey,
        (known) => known && [...known.filter(({ id }) => id !== group.id), group],
      );
      closeNotices("group");
      notifySuccess(t`Group successfully created.`);
      setForm(emptyForm);
      onCreated(group.id);
    },
    onError(error) {
      const { reason, requestId } = error instanceof CallError ? error : { reason: null, requestId: null };
      notifyError(t`We are unable to create the group at this time. Please try again later.`, {
        reason,
        requestId,
        topic: "group",
      });
      onFailed();
    },
    onSettled: () => cache.invalidateQueries({ queryKey: groupsQuery.queryKey }),
    networkMode: "always",
  });
  return {
    form,
    problems,
    isSubmitting: isPending,
    change(changes: Partial<GroupForm>) {
      setForm((previous) => ({ ...previous, ...changes }));
      setProblems((previous) => ({
        name: changes.name === undefined ? previous.name : null,
        members: changes.members === undefined ? previous.members : null,
      }));
    },
    discard() {
      setForm(emptyForm);
      setProblems(noProblems);
    },
    /** Creates the group, or returns the first field that has a problem. */
    submit(): keyof FormProblems | null {
      const members = completeNewMembers(form.members);
      const found: FormProblems = {
        name: findNameProblem(form.name, groups),
        members: findPeopleProblem(members.people, { groups, isOptional: true }),
      };
      setForm({ ...form, members });
      setProblems(found);
      if (found.name !== null) return "name";
      if (found.members !== null) return "members";
      mutate({ ...form, members });
      return null;
    },
  };
}
