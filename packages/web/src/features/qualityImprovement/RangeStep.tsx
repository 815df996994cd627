import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Radio.css";
import "@mantine/core/styles/Switch.css";
import type { SubmittedMessage } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Radio, Switch } from "@mantine/core";
import { useState } from "react";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { Modal } from "../../ui/modal/Modal.tsx";
import classes from "./Quality.module.css";
import { listPrompts } from "./submission.ts";

interface RangeStepProps extends DialogProps {
  messages: readonly SubmittedMessage[];
  /** The prompt from which on the conversation is sent, from 0. */
  onChoose: (promptIndex: number) => void;
}

/** Asks which part of a conversation is summarized: all of it, or all from a prompt on. */
export function RangeStep({ isOpen, onClose, messages, onChoose }: RangeStepProps) {
  const [isEntire, setIsEntire] = useState(true);
  const [prompt, setPrompt] = useState<string | null>(null);
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t`Select Conversation Range for Quality Improvement Summary`}
      fitsContent
      fillsNarrowScreen
      submitLabel={t`Continue`}
      canSubmit={isEntire || prompt !== null}
      onSubmit={() => onChoose(isEntire ? 0 : Number(prompt))}
    >
      <div className={classes.form}>
        <Switch
          label={t`Submit entire conversation?`}
          checked={isEntire}
          data-autofocus
          onChange={({ currentTarget }) => setIsEntire(currentTarget.checked)}
        />
        {!isEntire && (
          <Radio.Group
            label={t`Starting prompt`}
            description={t`This prompt and everything after it is summarized.`}
            value={prompt}
            onChange={setPrompt}
          >
            <div className={classes.prompts}>
              {listPrompts(messages).map(({ index, preview }, number) => (
                <Radio
                  key={index}
                  value={String(number)}
                  label={<span dir="auto">{preview}</span>}
                  classNames={{ body: classes.prompt ?? "", labelWrapper: classes.promptText ?? "" }}
                />
              ))}
            </div>
          </Radio.Group>
        )}
      </div>
    </Modal>
  );
}
