import { t } from "@lingui/core/macro";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { getKeyCaps, keyNames } from "../../entities/shell/shortcuts.ts";
import { Modal } from "../../ui/modal/Modal.tsx";
import classes from "./ShortcutsDialog.module.css";
import { shortcuts } from "./shortcuts.ts";

interface Line {
  label: string;
  /** The alternative key combinations, each a list of key caps. */
  keys: readonly (readonly string[])[];
}

const getSections = (): readonly { title: string; lines: readonly Line[] }[] => [
  {
    title: t`Anywhere`,
    lines: shortcuts.map((shortcut) => ({ label: shortcut.label, keys: [getKeyCaps(shortcut)] })),
  },
  {
    title: t({ message: "Writing", comment: "heading of shortcuts of the message field" }),
    lines: [
      { label: t`Send (queue while an answer is being written)`, keys: [[keyNames.enter()]] },
      { label: t`Stop the answer`, keys: [[keyNames.escape()]] },
      { label: t`Stop the answer and send now`, keys: [[keyNames.mod(), keyNames.enter()]] },
      { label: t`New line`, keys: [[keyNames.shift(), keyNames.enter()]] },
      { label: t`Prompts`, keys: [["/"]] },
      { label: t`Edit the last message (when the message field is empty)`, keys: [["↑"]] },
    ],
  },
  {
    title: t`In the list of chats`,
    lines: [
      {
        label: t({ message: "Move", context: "to another row" }),
        keys: [["↑"], ["↓"], [keyNames.home()], [keyNames.end()]],
      },
      { label: t`Open or close a folder`, keys: [["→"], ["←"]] },
      { label: t`Rename`, keys: [["F2"]] },
      { label: t`Delete`, keys: [[keyNames.delete()]] },
    ],
  },
  {
    title: t`In the assistant editor`,
    lines: [{ label: t`Save`, keys: [[keyNames.mod(), "S"]] }],
  },
  {
    title: t`In a dialog`,
    lines: [
      { label: t({ message: "Close", context: "verb" }), keys: [[keyNames.escape()]] },
      { label: t`Confirm`, keys: [[keyNames.mod(), keyNames.enter()]] },
    ],
  },
];

/** Lists the shortcuts that work wherever the focus is, and those of each part of the app. */
export function ShortcutsDialog({ isOpen, onClose }: DialogProps) {
  return (
    <Modal isOpen={isOpen} title={t`Keyboard shortcuts`} onClose={onClose} fitsContent>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a low screen, and nothing in it takes the focus */}
      <div className={classes.sections} tabIndex={0}>
        {getSections().map(({ title, lines }) => (
          <section key={title}>
            <h3 className={classes.title}>{title}</h3>
            <dl className={classes.lines}>
              {lines.map(({ label, keys }) => (
                <div key={label} className={classes.line}>
                  <dt>{label}</dt>
                  <dd className={classes.keys}>
                    {keys.map((caps) => (
                      <span key={caps.join(" ")} className={classes.caps}>
                        {caps.map((cap) => (
                          <kbd key={cap} className={classes.key}>
                            {cap}
                          </kbd>
                        ))}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
