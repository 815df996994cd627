import { openDialog } from "../../entities/shell/dialogs.ts";
import { focusField } from "../../entities/shell/focusTargets.ts";
import type { ShortcutContribution } from "../../entities/shell/shortcuts.ts";

/** The shortcuts that work wherever the focus is, in the order in which the shortcuts dialog lists them. */
export const shortcuts: readonly ShortcutContribution[] = [
  {
    id: "palette",
    label: "Find a chat, a prompt, a model or an action",
    key: "k",
    mod: true,
    dialog: "palette",
    run: () => openDialog("palette"),
  },
  {
    id: "newChat",
    label: "New chat",
    key: "o",
    mod: true,
    shift: true,
    run: ({ blockedReason, startConversation }) => blockedReason === null && startConversation(),
  },
  {
    id: "search",
    label: "Search conversations",
    key: "f",
    mod: true,
    shift: true,
    run: () => focusField("conversationSearch"),
  },
  {
    id: "focusMessage",
    label: "Go to the message field",
    key: "escape",
    shift: true,
    run: () => focusField("message"),
  },
  { id: "settings", label: "Settings", key: ",", mod: true, run: () => openDialog("settings") },
  { id: "shortcuts", label: "Keyboard shortcuts", key: "?", isPlain: true, run: () => openDialog("shortcuts") },
];
