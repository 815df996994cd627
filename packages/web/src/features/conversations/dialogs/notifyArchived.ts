import { plural, t } from "@lingui/core/macro";
import { notifyUndoable } from "../../../ui/notices/notify.tsx";
import { undoGroup } from "./undoBulk.ts";

/** Shows that conversations were archived, or brought back, with Undo. `name`: the name of the only one. */
export function notifyArchived(
  isArchived: boolean,
  ids: readonly string[],
  undo: () => Promise<void>,
  name?: string,
): void {
  const describe = (total: number) => {
    if (total === 1 && name !== undefined)
      return isArchived ? t`“${name}” archived.` : t`“${name}” is back in the list.`;
    return isArchived
      ? plural(total, { one: "# chat archived.", other: "# chats archived." })
      : plural(total, { one: "# chat is back in the list.", other: "# chats are back in the list." });
  };
  notifyUndoable({ kind: isArchived ? "archive" : "unarchive", group: undoGroup, ids, describe, undo });
}
