import { t } from "@lingui/core/macro";
import { UnstyledButton } from "@mantine/core";
import { IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import classes from "./PdfDocument.module.css";
import { fitWidth, getNextZoom, getZoomOfKey } from "./zoomSteps.ts";

interface ZoomControlsProps {
  zoom: number;
  onZoom: (zoom: number) => void;
}

/** Zooms in and out, and back to the width of the view. The same keys work in the pages. */
export function ZoomControls({ zoom, onZoom }: ZoomControlsProps) {
  const larger = getNextZoom(zoom, 1);
  const smaller = getNextZoom(zoom, -1);
  const percent = formatNumber(zoom, { style: "percent", maximumFractionDigits: 0 });
  const zoomWithKeys = (event: KeyboardEvent) => {
    const next = getZoomOfKey(event, zoom);
    if (next !== null) onZoom(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would look like one
    <div role="group" aria-label={t`Zoom`} className={classes.zoom} onKeyDown={zoomWithKeys}>
      <IconButton
        name={t`Zoom out`}
        aria-keyshortcuts="-"
        aria-disabled={smaller === null || undefined}
        onClick={() => smaller !== null && onZoom(smaller)}
      >
        <IconZoomOut size={18} stroke={1.6} />
      </IconButton>
      <Tooltip label={t`Fit to width`}>
        <UnstyledButton
          className={classes.percent}
          aria-label={t`${percent}, fit to width`}
          aria-keyshortcuts="0"
          onClick={() => onZoom(fitWidth)}
        >
          {percent}
        </UnstyledButton>
      </Tooltip>
      <IconButton
        name={t`Zoom in`}
        aria-keyshortcuts="+"
        aria-disabled={larger === null || undefined}
        onClick={() => larger !== null && onZoom(larger)}
      >
        <IconZoomIn size={18} stroke={1.6} />
      </IconButton>
    </div>
  );
}
