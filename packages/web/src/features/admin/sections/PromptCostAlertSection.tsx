import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/NumberInput.css";
import "@mantine/core/styles/Switch.css";
import { limits, type PromptCostAlertConfig } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { NumberInput, Switch, Textarea } from "@mantine/core";
import { useState } from "react";
import fieldClasses from "../../../ui/fields.module.css";

interface PromptCostAlertSectionProps {
  alert: PromptCostAlertConfig;
  onChange: (alert: PromptCostAlertConfig) => void;
}

/** What is asked before a message is sent that may be expensive. */
export function PromptCostAlertSection({ alert, onChange }: PromptCostAlertSectionProps) {
  const { isActive, alertMessage, cost } = alert;
  // Empty while a number is being typed.
  const [typedCost, setTypedCost] = useState<number | string>(cost);
  const isTyped = typedCost === "" || Number(typedCost) === cost;
  const [totalCost, prompts] = ["{totalCost}", "{prompts}"];
  return (
    <>
      <Switch
        label={t`Ask before an expensive message is sent`}
        description={t`The cost is estimated from the price of the model, the message with its documents, and the chat before it.`}
        checked={isActive}
        onChange={(event) => onChange({ ...alert, isActive: event.currentTarget.checked })}
      />
      <NumberInput
        classNames={{ input: fieldClasses.input ?? "" }}
        label={t`Ask if the message costs more than`}
        leftSection="$"
        min={0}
        max={limits.rateLimitDollars}
        step={0.01}
        decimalScale={4}
        allowedDecimalSeparators={[".", ","]}
        value={isTyped ? typedCost : cost}
        onChange={(value) => {
          setTypedCost(value);
          if (value !== "" && Number.isFinite(Number(value))) onChange({ ...alert, cost: Math.max(0, Number(value)) });
        }}
        onBlur={() => typedCost === "" && setTypedCost(cost)}
      />
      <Textarea
        classNames={{ input: fieldClasses.input ?? "" }}
        label={t`Alert message`}
        description={t`${totalCost} is replaced by the estimated cost, such as $1.25, and ${prompts} by the number of questions that the model reads: the new one and those before it.`}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limits.costAlertLength}
        value={alertMessage}
        onChange={(event) => onChange({ ...alert, alertMessage: event.currentTarget.value })}
      />
    </>
  );
}
