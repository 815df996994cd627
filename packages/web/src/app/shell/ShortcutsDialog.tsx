import { type GlobalShortcut, keysOf, modKey } from "../../entities/shell/shortcuts.ts";
import { Modal } from "../../ui/modal/Modal.tsx";
import classes from "./ShortcutsDialog.module.css";

interface Line {
  does: string;
  /** Alternatives, each with its keys. */
  keys: readonly (readonly string[])[];
}

const global = (name: GlobalShortcut, does: string): Line => ({ does, keys: [keysOf(name)] });

const sections: readonly { title: string; lines: readonly Line[] }[] = [
  {
    title: "Anywhere",
    lines: [
      global("palette", "Find a conversation, a prompt or an action"),
      global("newChat", "New chat"),
      global("search", "Search conversations"),
      global("focusMessage", "Go to the message field"),
      global("settings", "Settings"),
      global("shortcuts", "This sheet"),
    ],
  },
  {
    title: "Writing",
    lines: [
      { does: "Send", keys: [["Enter"]] },
      { does: "New line", keys: [["Shift", "Enter"]] },
      { does: "Prompts", keys: [["/"]] },
      { does: "Edit the last message, in an empty field", keys: [["↑"]] },
    ],
  },
  {
    title: "In the list of conversations",
    lines: [
      { does: "Move", keys: [["↑"], ["↓"], ["Home"], ["End"]] },
      { does: "Open or close a folder", keys: [["→"], ["←"]] },
      { does: "Rename", keys: [["F2"]] },
      { does: "Delete", keys: [["Del"]] },
    ],
  },
  {
    title: "In a dialog",
    lines: [
      { does: "Close", keys: [["Esc"]] },
      { does: "Confirm", keys: [[modKey, "Enter"]] },
    ],
  },
];

/** What can be done with keys. */
export function ShortcutsSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal isOpen={isOpen} title="Keyboard shortcuts" onClose={onClose} fitsContent>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a low screen, and nothing in it takes the focus */}
      <div className={classes.sections} tabIndex={0}>
        {sections.map(({ title, lines }) => (
          <section key={title}>
            <h3 className={classes.title}>{title}</h3>
            <dl className={classes.lines}>
              {lines.map(({ does, keys }) => (
                <div key={does} className={classes.line}>
                  <dt>{does}</dt>
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
