import { t } from "@lingui/core/macro";
import { Slider } from "@mantine/core";
import { useState } from "react";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import classes from "./LabelledSlider.module.css";

interface LabelledSliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The captions below the left end, the middle and the right end, or in the middle of each third. */
  captions: readonly [string, string, string];
  /** The values of the captions in the middle of each third, which are then buttons. */
  steps?: readonly [number, number, number];
  isDisabled: boolean;
  /** Called with the new value when the thumb is released or moved with a key. */
  onCommit: (value: number) => void;
}

/** A slider with captions that shows its value. */
export function LabelledSlider(props: LabelledSliderProps) {
  const { label, value, min, max, step, captions, steps, isDisabled, onCommit } = props;
  const [draggedValue, setDraggedValue] = useState<number | null>(null);
  // Until the chosen value is saved, the next key press starts from it and not from the old value.
  if (draggedValue === value) setDraggedValue(null);
  const displayedValue = draggedValue ?? value;
  const formatValue = (each: number) => formatNumber(each, { minimumFractionDigits: 1 });
  const chosenCaption = captions[steps?.indexOf(displayedValue) ?? -1];
  const shownValue = chosenCaption ?? formatValue(displayedValue);
  const [firstCaption, , lastCaption] = captions;
  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <span>{label}</span>
        {/* A chosen caption is marked below the slider. */}
        <output className={classes.value}>{chosenCaption === undefined && shownValue}</output>
      </div>
      <Slider
        thumbLabel={label}
        thumbValueText={t`${shownValue}, from ${firstCaption} to ${lastCaption}`}
        label={null}
        min={min}
        max={max}
        step={step}
        {...(steps && { marks: steps.map((each) => ({ value: each })) })}
        value={displayedValue}
        disabled={isDisabled}
        onChange={(newValue) => setDraggedValue(roundToTenths(newValue))}
        onChangeEnd={(newValue) => onCommit(roundToTenths(newValue))}
        onBlur={() => setDraggedValue(null)}
        size="sm"
        thumbSize={20}
      />
      {steps ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
        <div className={classes.steps} role="group" aria-label={label}>
          {captions.map((caption, index) => (
            <button
              key={caption}
              type="button"
              className={classes.step}
              aria-pressed={displayedValue === steps[index]}
              disabled={isDisabled}
              onClick={() => onCommit(steps[index] ?? value)}
            >
              {caption}
            </button>
          ))}
        </div>
      ) : (
        <div className={classes.captions} aria-hidden>
          {captions.map((caption) => (
            <span key={caption}>{caption}</span>
          ))}
        </div>
      )}
    </div>
  );
}

/** Rounds to tenths: sums of 0.1 give values such as 0.30000000000000004. */
const roundToTenths = (value: number) => Math.round(value * 10) / 10;
