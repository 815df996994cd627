import { Slider } from "@mantine/core";
import { useState } from "react";
import classes from "./LabelledSlider.module.css";

interface LabelledSliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** What stands under the left end, the middle and the right end. */
  captions: readonly [string, string, string];
  isDisabled: boolean;
  /** Called when the thumb is let go or moved by a key. */
  onCommit: (value: number) => void;
}

/** A slider with its value in view and a word for each end. */
export function LabelledSlider(props: LabelledSliderProps) {
  const { label, value, min, max, step, captions, isDisabled, onCommit } = props;
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = dragged ?? value;
  const commit = (given: number) => {
    setDragged(null);
    // Steps of a tenth add up to 0.30000000000000004.
    onCommit(Math.round(given * 10) / 10);
  };
  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <span>{label}</span>
        <output className={classes.value}>{shown.toFixed(1)}</output>
      </div>
      <Slider
        thumbLabel={label}
        thumbValueText={`${shown.toFixed(1)}, ${captions[0]} is ${min}, ${captions[2]} is ${max}`}
        label={null}
        min={min}
        max={max}
        step={step}
        value={shown}
        disabled={isDisabled}
        onChange={setDragged}
        onChangeEnd={commit}
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
