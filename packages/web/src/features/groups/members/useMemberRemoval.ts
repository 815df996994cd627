import { type Group, type GroupLevel, type GroupMember, limits, updateGroupMembers } from "@lectern/contract";
import { useState } from "react";
import { call } from "../../../lib/call.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";
import { getLastAdminText } from "../groupTexts.ts";
import { useGroupChange } from "../useGroupChange.ts";
import { isKnownOnlyAdmin, putOwnLast, splitIntoParts } from "./levelDrafts.ts";

interface RemovalOptions {
  group: Group;
  level: GroupLevel | null;
  self: { id: string; email: string };
  onRemoved: () => void;
}

/** Removes members after a confirmation. */
export function useMemberRemoval({ group, level, self, onRemoved }: RemovalOptions) {
  const [requested, setRequested] = useState<readonly GroupMember[]>([]);
  const { run, isRunning } = useGroupChange("removeMembers", level);
  const isOwn = ({ id }: GroupMember) => id === self.id;
  return {
    requested,
    includesSelf: requested.some(isOwn),
    isRunning,
    request(members: readonly GroupMember[]) {
      if (members.some(isOwn) && isKnownOnlyAdmin(group, self.email))
        notifyError(getLastAdminText(), { topic: "group" });
      else setRequested(members);
    },
    cancel: () => setRequested([]),
    async confirm() {
      const error = await run(async () => {
        for (const part of splitIntoParts(putOwnLast(requested, isOwn), limits.groupMembersPerCall)) {
          const members = part.map(({ id }) => id);
          await call(updateGroupMembers, { group_id: group.id, update_type: "REMOVE", members });
        }
      });
      setRequested([]);
      if (error === null) onRemoved();
    },
  };
}
