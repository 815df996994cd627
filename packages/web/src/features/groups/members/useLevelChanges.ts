import { type Group, type GroupLevel, type GroupMember, limits, updateGroupPermissions } from "@lectern/contract";
import { useEffect, useState } from "react";
import { useGroupDraft } from "../../../entities/groups/groupDrafts.ts";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";
import { getLastAdminText } from "../groupTexts.ts";
import { useGroupChange } from "../useGroupChange.ts";
import { dropDoneDrafts, isKnownOnlyAdmin, putOwnLast, setLevelDraft, splitIntoParts } from "./levelDrafts.ts";

interface LevelChangeOptions {
  group: Group;
  level: GroupLevel | null;
  members: readonly GroupMember[];
  self: { id: string; email: string };
}

/** Levels are chosen in the table and then confirmed together. */
export function useLevelChanges({ group, level, members, self }: LevelChangeOptions) {
  const { draft, change } = useGroupDraft(group.id);
  // Those that say what is already so are dropped, such as after a confirmation.
  const drafts = dropDoneDrafts(draft.levels, members);
  useEffect(() => {
    if (drafts !== draft.levels) change({ levels: drafts });
  });
  const [isConfirming, setIsConfirming] = useState(false);
  const { run, isRunning } = useGroupChange("changeLevels", level);
  const ownDraft = drafts.get(self.id);

  /** The person stays an administrator. They see the other changes again before these are made. */
  const keepOwnLevel = () => change({ levels: new Map([...drafts].filter(([id]) => id !== self.id)) });
  const discard = () => change({ levels: new Map() });
  const send = async () => {
    setIsConfirming(false);
    const error = await run(async () => {
      const changes = putOwnLast([...drafts], ([id]) => id === self.id);
      for (const part of splitIntoParts(changes, limits.groupMembersPerCall)) {
        await call(updateGroupPermissions, { group_id: group.id, affected_members: Object.fromEntries(part) });
      }
    });
    if (error === null) discard();
    else if (ownDraft !== undefined && error instanceof CallError && error.code === "conflict") keepOwnLevel();
  };
  return {
    count: drafts.size,
    isRunning,
    getLevel: (member: GroupMember) => drafts.get(member.id) ?? member.level,
    isChanged: (member: GroupMember) => drafts.has(member.id),
    choose: (member: GroupMember, chosen: GroupLevel) => change({ levels: setLevelDraft(drafts, member, chosen) }),
    discard,
    confirm() {
      if (ownDraft === undefined || level !== "admin") void send();
      else if (isKnownOnlyAdmin(group, self.email)) {
        keepOwnLevel();
        notifyError(getLastAdminText(), { topic: "group" });
      } else setIsConfirming(true);
    },
    /** The question before the person gives up rights; null: none is asked. */
    selfDemotion:
      isConfirming && (ownDraft === "read" || ownDraft === "write")
        ? { to: ownDraft, confirm: () => void send(), cancel: () => setIsConfirming(false) }
        : null,
  };
}
