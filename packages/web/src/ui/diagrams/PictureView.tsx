import { t } from "@lingui/core/macro";
import { useElementSize } from "@mantine/hooks";
import { useId, useState } from "react";
import { formatNumber } from "../../lib/i18n/formats.ts";
import fadeClasses from "../scrollFade.module.css";
import classes from "./drawing.module.css";
import type { DrawingKind } from "./drawingMessages.ts";
import { buildPictureAltText } from "./drawingTexts.ts";
import type { Picture } from "./requestDrawing.ts";
import { useObjectUrl } from "./useObjectUrl.ts";

/**
 * The range of the slider. At `initial`, a picture has its natural size or fits: a diagram also into a square of that
 * many px. Other values enlarge or reduce it in proportion.
 */
const pictureSize = { min: 250, max: 4_000, initial: 500 };

interface PictureViewProps {
  kind: DrawingKind;
  picture: Picture;
  /** The colour scheme that the picture is drawn for. */
  scheme: "light" | "dark";
}

/**
 * Shows the picture as an `img`, in which browsers run no scripts and load nothing. It is never wider than its
 * container, unless it is enlarged; then it can be scrolled.
 */
export function PictureView({ kind, picture, scheme }: PictureViewProps) {
  const url = useObjectUrl(picture.svg, "image/svg+xml");
  const [size, setSize] = useState(pictureSize.initial);
  const { ref: imageRef, width: shownWidth } = useElementSize<HTMLImageElement>();
  const sliderId = useId();
  const isDiagram = kind === "mermaid";
  const zoom = size / pictureSize.initial;
  const initialScale = isDiagram ? Math.min(1, pictureSize.initial / Math.max(picture.width, picture.height)) : 1;
  // A chart has its natural size where there is room for it, so it needs no slider there.
  const isReduced = shownWidth > 0 && Math.round(shownWidth / zoom) < picture.width;
  const percent = formatNumber(shownWidth / picture.width, { style: "percent", maximumFractionDigits: 0 });
  return (
    <>
      <section
        className={`${classes.box} ${fadeClasses.fading}`}
        data-scheme={scheme}
        aria-label={isDiagram ? t`Diagram` : t`Chart`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        tabIndex={0}
      >
        <img
          ref={imageRef}
          src={url === "" ? undefined : url}
          alt={buildPictureAltText(kind, picture)}
          style={{
            width: `calc(min(${picture.width * initialScale}px, 100%) * ${zoom})`,
            aspectRatio: `${picture.width} / ${picture.height}`,
          }}
          draggable={false}
        />
      </section>
      {picture.isPartial && <div className={classes.note}>{t`Content from the Internet isn’t loaded.`}</div>}
      {(isDiagram || isReduced) && (
        <div className={classes.foot}>
          <label htmlFor={sliderId}>{t({ message: "Size", context: "of a picture" })}</label>
          <input
            id={sliderId}
            type="range"
            className={classes.slider}
            min={pictureSize.min}
            max={pictureSize.max}
            step={50}
            value={size}
            aria-valuetext={percent}
            onChange={(event) => setSize(Number(event.currentTarget.value))}
          />
          <output htmlFor={sliderId}>{shownWidth > 0 && percent}</output>
        </div>
      )}
    </>
  );
}
