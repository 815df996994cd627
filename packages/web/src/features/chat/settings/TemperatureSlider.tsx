import { temperatureRange } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { LabelledSlider } from "./LabelledSlider.tsx";

interface TemperatureSliderProps {
  /** The temperature; null for the default, 1. */
  temperature: number | null;
  isDisabled: boolean;
  onChange: (temperature: number) => void;
}

/** A slider for the model's temperature, from 0 to 1. */
export function TemperatureSlider({ temperature, isDisabled, onChange }: TemperatureSliderProps) {
  const { min, max, step, initial } = temperatureRange;
  return (
    <LabelledSlider
      label={t`Temperature`}
      captions={[t`Precise`, t`Neutral`, t`Creative`]}
      value={temperature ?? initial}
      min={min}
      max={max}
      step={step}
      isDisabled={isDisabled}
      onCommit={onChange}
    />
  );
}
