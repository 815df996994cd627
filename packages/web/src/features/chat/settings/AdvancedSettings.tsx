import type { ConversationSettings, Model } from "@lectern/contract";
import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useDebouncedCallback } from "@mantine/hooks";
import { type ReactNode, use, useId, useState } from "react";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { SlotList } from "../../../entities/chat/slots/SlotList.tsx";
import classes from "./AdvancedSettings.module.css";
import { ResponseLengthSlider } from "./ResponseLengthSlider.tsx";
import { TemperatureSlider } from "./TemperatureSlider.tsx";

export interface AdvancedSettingsProps {
  settings: Pick<
    ConversationSettings,
    "prompt" | "temperature" | "maxTokens" | "accountId" | "skipMemory" | "skipSummaries"
  >;
  model: Model | null;
  /** The model selector; absent if the model is chosen elsewhere. */
  modelSelector?: ReactNode;
  /** The reason why nothing can be changed now; null if changes are possible. */
  blockedReason: string | null;
  onChange: (changes: Partial<ConversationSettings>) => void;
}

const writeDelayMs = 400;

/** The settings of one conversation: the model, the system prompt, the temperature and the response length. */
export function AdvancedSettings({ settings, model, modelSelector, blockedReason, onChange }: AdvancedSettingsProps) {
  const isDisabled = blockedReason !== null;
  const { aboveSystemPrompt, belowSettings } = use(ChatSlotsContext);
  /** `count` is the key of the system prompt field: choosing a prompt remounts the field with the prompt's text. */
  const [chosenPrompt, setChosenPrompt] = useState({ prompt: settings.prompt, count: 0 });
  return (
    <div className={classes.settings}>
      {isDisabled && <p className={classes.reason}>{blockedReason}</p>}
      {modelSelector && (
        <div className={classes.labelled}>
          {/* The selector names itself. */}
          <span className={classes.label} aria-hidden>
            {t`Model`}
          </span>
          {modelSelector}
        </div>
      )}
      <SlotList
        list={aboveSystemPrompt}
        props={{
          prompt: settings.prompt,
          isDisabled,
          onChoose: (prompt) => {
            setChosenPrompt(({ count }) => ({ prompt, count: count + 1 }));
            onChange({ prompt });
          },
        }}
      />
      <SystemPrompt
        key={chosenPrompt.count}
        prompt={chosenPrompt.count === 0 ? settings.prompt : chosenPrompt.prompt}
        isDisabled={isDisabled}
        onChange={(prompt) => onChange({ prompt })}
      />
      <TemperatureSlider
        temperature={settings.temperature}
        isDisabled={isDisabled}
        onChange={(temperature) => onChange({ temperature })}
      />
      <ResponseLengthSlider
        maxTokens={settings.maxTokens}
        outputTokenLimit={model?.outputTokenLimit}
        isDisabled={isDisabled}
        onChange={(maxTokens) => onChange({ maxTokens })}
      />
      <SlotList list={belowSettings} props={{ settings, model, isDisabled, onChange }} />
    </div>
  );
}

interface SystemPromptProps {
  prompt: string | null;
  isDisabled: boolean;
  onChange: (prompt: string | null) => void;
}

function SystemPrompt({ prompt, isDisabled, onChange }: SystemPromptProps) {
  const fieldId = useId();
  const [text, setText] = useState(prompt ?? "");
  const write = useDebouncedCallback((next: string) => onChange(next.trim() === "" ? null : next), {
    delay: writeDelayMs,
    flushOnUnmount: true,
  });
  return (
    <div className={classes.labelled}>
      <label htmlFor={fieldId} className={classes.label}>
        {t`System prompt`}
      </label>
      <p id={`${fieldId}-description`} className={classes.description}>
        {t`Tells the model how to answer in this chat.`}
      </p>
      <textarea
        id={fieldId}
        aria-describedby={`${fieldId}-description`}
        className={classes.field}
        dir="auto"
        rows={3}
        maxLength={limits.systemPromptLength}
        placeholder={t`Leave empty for the default instructions.`}
        value={text}
        readOnly={isDisabled}
        aria-disabled={isDisabled || undefined}
        onChange={(event) => {
          setText(event.target.value);
          write(event.target.value);
        }}
        onBlur={() => write.flush()}
      />
    </div>
  );
}
