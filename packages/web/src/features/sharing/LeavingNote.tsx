import { plural } from "@lingui/core/macro";
import type { SharableItems } from "./collectShared.ts";
import classes from "./ShareDialog.module.css";

/** Says that chats leave this browser. It stands beside the button, so that nobody shares without seeing it. */
export function LeavingNote({ items }: { items: SharableItems }) {
  const localCount = items.conversations.filter(({ isLocal }) => isLocal).length;
  if (localCount === 0) return null;
  return (
    <p role="status" className={classes.leaving}>
      {plural(localCount, {
        one: "# chat is stored in this browser. A copy of it leaves this browser and is stored on the server.",
        other: "# chats are stored in this browser. A copy of them leaves this browser and is stored on the server.",
      })}
    </p>
  );
}
