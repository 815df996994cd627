import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { getKeyCaps, modKey } from "../../entities/shell/shortcuts.ts";
import { Modal } from "../../ui/modal/Modal.tsx";
import classes from "./ShortcutsDialog.module.css";
import { shortcuts } from "./shortcuts.ts";

interface Line {
  label: string;
  /** The alternative key combinations, each a list of key caps. */
  keys: readonly (readonly string[])[];
}

const sections: readonly { title: string; lines: readonly Line[] }[] = [
  {
    title: "Anywhere",
    lines: shortcuts.map((shortcut) => ({ label: shortcut.label, keys: [getKeyCaps(shortcut)] })),
  },
  {
    title: "Writing",
    lines: [
      { label: "Send, or queue while an answer is being written", keys: [["Enter"]] },
      { label: "Stop the answer and send now", keys: [[modKey, "Enter"]] },
      { label: "New line", keys: [["Shift", "Enter"]] },
      { label: "Prompts", keys: [["/"]] },
      { label: "Edit the last message, in an empty field", keys: [["↑"]] },
    ],
  },
  {
    title: "In the list of conversations",
    lines: [
      { label: "Move", keys: [["↑"], ["↓"], ["Home"], ["End"]] },
      { label: "Open or close a folder", keys: [["→"], ["←"]] },
      { label: "Rename", keys: [["F2"]] },
      { label: "Delete", keys: [["Del"]] },
    ],
  },
  {
    title: "In a dialog",
    lines: [
      { label: "Close", keys: [["Esc"]] },
      { label: "Confirm", keys: [[modKey, "Enter"]] },
    ],
  },
];

/** Lists the shortcuts that work wherever the focus is, and those of each part of the app. */
export function ShortcutsDialog({ isOpen, onClose }: DialogProps) {
  return (
    <Modal isOpen={isOpen} title="Keyboard shortcuts" onClose={onClose} fitsContent>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a low screen, and nothing in it takes the focus */}
      <div className={classes.sections} tabIndex={0}>
        {sections.map(({ title, lines }) => (
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
