import { t } from "@lingui/core/macro";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { focusField } from "../../entities/shell/focusTargets.ts";
import { openPalette } from "../../entities/shell/paletteTyping.ts";
import { paletteKeys, type ShortcutContribution } from "../../entities/shell/shortcuts.ts";

/** The shortcuts that work wherever the focus is, in the order in which the shortcuts dialog lists them. */
export const shortcuts: readonly ShortcutContribution[] = [
  {
    id: "palette",
    get label() {
      return t`Search chats, messages, prompts, models, settings and actions`;
    },
    ...paletteKeys,
    dialog: "palette",
    run: openPalette,
  },
  {
    id: "newChat",
    get label() {
      return t`New chat`;
    },
    key: "o",
    mod: true,
    shift: true,
    run: ({ blockedReason, startConversation }) => blockedReason === null && startConversation(),
  },
  {
    id: "search",
    get label() {
      return t`Search chats`;
    },
    key: "f",
    mod: true,
    shift: true,
    run: () => focusField("conversationSearch"),
  },
  {
    id: "focusMessage",
    get label() {
      return t`Go to the message field`;
    },
    key: "escape",
    shift: true,
    run: () => focusField("message"),
  },
  {
    id: "settings",
    get label() {
      return t`Settings`;
    },
    key: ",",
    mod: true,
    run: () => openDialog("settings"),
  },
  {
    id: "shortcuts",
    get label() {
      return t`Keyboard shortcuts`;
    },
    key: "?",
    isPlain: true,
    run: () => openDialog("shortcuts"),
  },
];
