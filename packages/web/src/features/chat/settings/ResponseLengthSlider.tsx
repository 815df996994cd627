import { responseLength } from "@lectern/contract";
import { maxTokensAt, sliderPositionOf } from "../../../entities/chat/sending/responseLength.ts";
import { LabelledSlider } from "./LabelledSlider.tsx";

interface ResponseLengthSliderProps {
  /** Longest answer, in tokens; null: the default, half the limit. */
  maxTokens: number | null;
  /** The model's; undefined: not known. */
  outputTokenLimit: number | undefined;
  isDisabled: boolean;
  onChange: (maxTokens: number) => void;
}

/** How long an answer may become, as a share of what the model can give. */
export function ResponseLengthSlider(props: ResponseLengthSliderProps) {
  const { maxTokens, outputTokenLimit, isDisabled, onChange } = props;
  const { min, max, step } = responseLength;
  return (
    <LabelledSlider
      label="Response Length"
      captions={["Concise", "Average", "Verbose"]}
      value={sliderPositionOf(maxTokens, outputTokenLimit)}
      min={min}
      max={max}
      step={step}
      isDisabled={isDisabled}
      onCommit={(position) => onChange(maxTokensAt(position, outputTokenLimit))}
    />
  );
}
