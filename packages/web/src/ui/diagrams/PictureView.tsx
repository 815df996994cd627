import { plural, t } from "@lingui/core/macro";
import { useId, useState } from "react";
import { formatNumber } from "../../lib/i18n/formats.ts";
import classes from "./drawing.module.css";
import type { DrawingKind } from "./drawingMessages.ts";
import { buildPictureAltText } from "./drawingTexts.ts";
import type { Picture } from "./requestDrawing.ts";
import { useObjectUrl } from "./useObjectUrl.ts";

/** The limits and the initial value of the length of a diagram's longer side, in CSS px. */
const diagramSize = { min: 250, max: 4_000, initial: 500 };

/** Below this width, in CSS px, the text of a chart is too small to read, so the chart's container scrolls. */
const minChartWidthPx = 440;

/**
 * Shows the picture as an `img`, in which browsers run no scripts and load nothing. A diagram can be enlarged and then
 * scrolled.
 */
export function PictureView({ kind, picture }: { kind: DrawingKind; picture: Picture }) {
  const url = useObjectUrl(picture.svg, "image/svg+xml");
  const [chosenSize, setChosenSize] = useState<number | null>(null);
  const sliderId = useId();
  const isDiagram = kind === "mermaid";
  const size = chosenSize ?? diagramSize.initial;
  const scale = isDiagram ? size / Math.max(picture.width, picture.height) : 1;
  const width = Math.round(picture.width * scale);
  const height = Math.round(picture.height * scale);
  const altText = buildPictureAltText(kind, picture);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <section className={classes.box} aria-label={isDiagram ? t`Diagram` : t`Chart`} tabIndex={0}>
        <img
          className={chosenSize === null ? classes.fitted : classes.sized}
          src={url === "" ? undefined : url}
          alt={altText}
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
      {picture.isPartial && <div className={classes.note}>{t`Content from the Internet is not loaded.`}</div>}
      {isDiagram && (
        <div className={classes.foot}>
          <label htmlFor={sliderId}>{t({ message: "Size", context: "of a picture" })}</label>
          <input
            id={sliderId}
            type="range"
            className={classes.slider}
            min={diagramSize.min}
            max={diagramSize.max}
            step={50}
            value={size}
            aria-valuetext={plural(size, { one: "# pixel", other: "# pixels" })}
            onChange={(event) => setChosenSize(Number(event.currentTarget.value))}
          />
          <output htmlFor={sliderId}>{formatNumber(size, { useGrouping: false })}</output>
        </div>
      )}
    </>
  );
}
