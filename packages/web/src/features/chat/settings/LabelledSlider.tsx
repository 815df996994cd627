import { Slider } from "@mantine/core";
import { useState } from "react";
import classes from "./LabelledSlider.module.css";

interface LabelledSliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The captions below the left end, the middle and the right end. */
  captions: readonly [string, string, string];
  isDisabled: boolean;
  /** Called with the new value when the thumb is released or moved with a key. */
  onCommit: (value: number) => void;
}

/** A slider with captions that shows its value. */
export function LabelledSlider(props: LabelledSliderProps) {
  const { label, value, min, max, step, captions, isDisabled, onCommit } = props;
  const [draggedValue, setDraggedValue] = useState<number | null>(null);
  // Until the chosen value is saved, the next key press starts from it and not from the old value.
  if (draggedValue === value) setDraggedValue(null);
  const displayedValue = draggedValue ?? value;
  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <span>{label}</span>
        <output className={classes.value}>{displayedValue.toFixed(1)}</output>
      </div>
      <Slider
        thumbLabel={label}
        thumbValueText={`${displayedValue.toFixed(1)}, ${captions[0]} is ${min}, ${captions[2]} is ${max}`}
        label={null}
        min={min}
        max={max}
        step={step}
        value={displayedValue}
        disabled={isDisabled}
        onChange={(newValue) => setDraggedValue(roundToTenths(newValue))}
        onChangeEnd={(newValue) => onCommit(roundToTenths(newValue))}
        onBlur={() => setDraggedValue(null)}
        size="sm"
        thumbSize={20}
      />
      <div className={classes.captions} aria-hidden>
        {captions.map((caption) => (
          <span key={caption}>{caption}</span>
        ))}
      </div>
    </div>
  );
}

/** Rounds to tenths: sums of 0.1 give values such as 0.30000000000000004. */
const roundToTenths = (value: number) => Math.round(value * 10) / 10;
