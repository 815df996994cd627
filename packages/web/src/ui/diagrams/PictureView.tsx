import { useId, useState } from "react";
import classes from "./drawing.module.css";
import type { DrawingKind } from "./drawingMessages.ts";
import type { Picture } from "./drawings.ts";
import { pictureAltText } from "./drawingTexts.ts";
import { useObjectUrl } from "./useObjectUrl.ts";

/** [C2.36a] The longer side of a diagram. CSS px. */
const size = { least: 250, most: 4_000, usual: 500 };

/** Narrower than this, the letters of a chart are too small: its box scrolls. CSS px. */
const minChartWidthPx = 440;

/** The picture, as an image: in it nothing runs and nothing loads. A diagram can be made larger, and is moved in its box then. */
export function PictureView({ kind, picture }: { kind: DrawingKind; picture: Picture }) {
  const address = useObjectUrl(picture.svg, "image/svg+xml");
  const [chosen, setChosen] = useState<number | null>(null);
  const sliderId = useId();
  const isDiagram = kind === "mermaid";
  const scale = isDiagram ? (chosen ?? size.usual) / Math.max(picture.width, picture.height) : 1;
  const width = Math.round(picture.width * scale);
  const height = Math.round(picture.height * scale);
  const name = pictureAltText(kind, picture);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className={classes.box} aria-label={isDiagram ? "Diagram" : "Chart"} tabIndex={0}>
        <img
          className={chosen === null ? classes.fitted : classes.sized}
          src={address === "" ? undefined : address}
          alt={name}
          width={width}
          height={height}
          style={{
            width,
            minWidth: isDiagram ? undefined : Math.min(width, minChartWidthPx),
            aspectRatio: `${width} / ${height}`,
          }}
          draggable={false}
        />
      </section>
      {picture.isPartial && <div className={classes.note}>What it asks for from other places is not loaded.</div>}
      {isDiagram && (
        <div className={classes.foot}>
          <label htmlFor={sliderId}>Size</label>
          <input
            id={sliderId}
            type="range"
            className={classes.slider}
            min={size.least}
            max={size.most}
            step={50}
            value={chosen ?? size.usual}
            aria-valuetext={`${chosen ?? size.usual} pixels`}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
          />
          <output htmlFor={sliderId}>{chosen ?? size.usual}</output>
        </div>
      )}
    </>
  );
}
