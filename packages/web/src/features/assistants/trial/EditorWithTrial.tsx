import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { EditorFields } from "../editor/EditorFields.tsx";
import type { AssistantEditor } from "../editor/useAssistantEditor.ts";
import classes from "./Trial.module.css";
import { TrialPanel } from "./TrialPanel.tsx";

interface EditorWithTrialProps {
  editor: AssistantEditor;
  /** Buttons for the saved assistant; for a new one, whose it will be. */
  tools: ReactNode;
}

/**
 * The fields of an assistant, with the trial chat beside them, or in place of them if the window is narrow. What is not
 * shown keeps its state: authors go back and forth between an answer and the fields.
 */
export function EditorWithTrial({ editor, tools }: EditorWithTrialProps) {
  const { isTrying, setTrying, tryButtonRef } = editor;
  const [hasTried, setHasTried] = useState(isTrying);
  if (isTrying && !hasTried) setHasTried(true);
  const close = () => {
    // At once, because the button appears with it.
    flushSync(() => setTrying(false));
    tryButtonRef.current?.focus();
  };
  return (
    <div className={classes.split} data-trying={isTrying || undefined}>
      <div className={classes.fields}>
        <EditorFields editor={editor} tools={tools} />
      </div>
      {hasTried && <TrialPanel editor={editor} isShown={isTrying} onClose={close} />}
    </div>
  );
}
