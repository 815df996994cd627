import { responseLength } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { maxTokensAt, sliderPositionOf } from "../../../entities/chat/sending/responseLength.ts";
import { LabelledSlider } from "./LabelledSlider.tsx";

/** The middles of the thirds of the slider: a sixth, a half and five sixths of the limit. */
const lengthSteps = [1, 3, 5] as const;

interface ResponseLengthSliderProps {
  /** The maximum answer length, in tokens; null for the default, which is half of the model's limit. */
  maxTokens: number | null;
  /** The model's output limit, in tokens; undefined if it is unknown. */
  outputTokenLimit: number | undefined;
  isDisabled: boolean;
  onChange: (maxTokens: number) => void;
}

/** A slider for the maximum length of an answer, as a share of the model's limit. */
export function ResponseLengthSlider(props: ResponseLengthSliderProps) {
  const { maxTokens, outputTokenLimit, isDisabled, onChange } = props;
  const { min, max, step } = responseLength;
  return (
    <LabelledSlider
      label={t`Response Length`}
      captions={[t`Concise`, t`Average`, t`Verbose`]}
      steps={lengthSteps}
      value={sliderPositionOf(maxTokens, outputTokenLimit)}
      min={min}
      max={max}
      step={step}
      isDisabled={isDisabled}
      onCommit={(position) => onChange(maxTokensAt(position, outputTokenLimit))}
    />
  );
}
