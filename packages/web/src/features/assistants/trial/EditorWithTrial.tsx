import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconMessageQuestion } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { EditorFields } from "../editor/EditorFields.tsx";
import type { AssistantEditor } from "../editor/useAssistantEditor.ts";
import classes from "./Trial.module.css";
import { TrialPanel } from "./TrialPanel.tsx";

interface EditorWithTrialProps {
  editor: AssistantEditor;
  /** Buttons for the saved assistant. */
  tools: ReactNode;
}

/**
 * The fields of an assistant, with the trial chat beside them, or in place of them if the window is narrow. What is not
 * shown keeps its state: authors go back and forth between an answer and the fields.
 */
export function EditorWithTrial({ editor, tools }: EditorWithTrialProps) {
  const { isTrying, setTrying } = editor;
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [hasTried, setHasTried] = useState(isTrying);
  if (isTrying && !hasTried) setHasTried(true);
  const close = () => {
    setTrying(false);
    // In a narrow window, the button is shown again only after the panel has been hidden.
    requestAnimationFrame(() => buttonRef.current?.focus());
  };
  const tryButton = (
    <Button
      ref={buttonRef}
      variant="default"
      size="sm"
      leftSection={<IconMessageQuestion size={16} aria-hidden />}
      aria-expanded={isTrying}
      disabled={editor.lossReason !== null && !isTrying}
      onClick={() => (isTrying ? close() : setTrying(true))}
    >
      {t`Try it`}
    </Button>
  );
  return (
    <div className={classes.split} data-trying={isTrying || undefined}>
      <div className={classes.fields}>
        <EditorFields
          editor={editor}
          tools={
            <>
              {tryButton}
              {tools}
            </>
          }
        />
      </div>
      {hasTried && <TrialPanel editor={editor} isShown={isTrying} onClose={close} />}
    </div>
  );
}
