import "@mantine/core/styles/NumberInput.css";
import { isEmbeddingsModelId, type ModelConfig } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { NumberInput } from "@mantine/core";
import fieldClasses from "../../../../ui/fields.module.css";
import classes from "../../Admin.module.css";
import type { RequiredField } from "./modelChanges.ts";

type CountField = "inputContextWindow" | "outputTokenLimit";
type CostField = "inputTokenCost" | "outputTokenCost" | "cachedTokenCost";

interface ModelNumbersProps {
  model: ModelConfig;
  missing: readonly RequiredField[];
  onChange: (changes: Partial<ModelConfig>) => void;
}

/** The window and the limit in tokens, and the costs in US dollars per 1,000 tokens. */
export function ModelNumbers({ model, missing, onChange }: ModelNumbersProps) {
  const areRequired = model.isAvailable && !isEmbeddingsModelId(model.id);
  const counts: { field: CountField; label: string }[] = [
    { field: "inputContextWindow", label: t`Input context window` },
    { field: "outputTokenLimit", label: t`Output token limit` },
  ];
  const costs: { field: CostField; label: string }[] = [
    { field: "inputTokenCost", label: t`Input token cost` },
    { field: "outputTokenCost", label: t`Output token cost` },
    { field: "cachedTokenCost", label: t`Cached token cost` },
  ];
  return (
    <div className={classes.columns}>
      {counts.map(({ field, label }) => (
        <NumberInput
          key={field}
          classNames={{ input: fieldClasses.input ?? "" }}
          label={label}
          description={t`In tokens.`}
          withAsterisk={areRequired}
          min={0}
          max={2 ** 31 - 1}
          step={1_000}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          error={missing.includes(field)}
          value={model[field] ?? ""}
          onChange={(value) => onChange({ [field]: toCount(value) })}
        />
      ))}
      {costs.map(({ field, label }) => (
        <NumberInput
          key={field}
          classNames={{ input: fieldClasses.input ?? "" }}
          label={label}
          description={t`US dollars per 1,000 tokens. Empty: unknown.`}
          min={0}
          max={100_000}
          step={0.0001}
          decimalScale={9}
          allowNegative={false}
          value={model[field] ?? ""}
          onChange={(value) => onChange({ [field]: toNumber(value) })}
        />
      ))}
    </div>
  );
}

/** A field that is empty, or in which no number is complete yet, has none. */
function toNumber(value: string | number): number | null {
  const number = typeof value === "number" ? value : Number.parseFloat(value);
  return Number.isFinite(number) ? number : null;
}

/** No model has a window of nothing. */
function toCount(value: string | number): number | null {
  const number = toNumber(value);
  return number === null || number < 1 ? null : Math.round(number);
}
