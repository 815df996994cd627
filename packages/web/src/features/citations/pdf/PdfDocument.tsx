import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import type { FileRecord } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { SegmentedControl } from "@mantine/core";
import { IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "./PdfDocument.module.css";
import { PdfView } from "./PdfView.tsx";

type View = "page" | "text";

const viewKey = "documentView";
const zooms = [1, 1.25, 1.5, 2, 3] as const;

interface PdfDocumentProps {
  file: FileRecord;
  passage: DocumentPassage;
  userId: string;
  /** The extracted text. */
  text: ReactNode;
}

/** A PDF as its pages look, or its extracted text. The choice is stored in the browser. */
export function PdfDocument({ file, passage, userId, text }: PdfDocumentProps) {
  const [view, setView] = useState<View>(() => (readUserValue(userId, viewKey) === "text" ? "text" : "page"));
  const [zoomIndex, setZoomIndex] = useState(0);
  const choose = (value: string) => {
    const next = value === "text" ? "text" : "page";
    setView(next);
    writeUserValue(userId, viewKey, next);
  };
  const zoomBy = (step: 1 | -1) => setZoomIndex(Math.min(zooms.length - 1, Math.max(0, zoomIndex + step)));
  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          size="sm"
          aria-label={t`View`}
          data={[
            { value: "page", label: t({ message: "Page", comment: "A view of a document" }) },
            { value: "text", label: t({ message: "Text", comment: "A view of a document" }) },
          ]}
          value={view}
          onChange={choose}
        />
        {view === "page" && (
          <div className={classes.zoom}>
            <IconButton name={t`Zoom out`} aria-disabled={zoomIndex === 0 || undefined} onClick={() => zoomBy(-1)}>
              <IconZoomOut size={18} stroke={1.6} />
            </IconButton>
            <span className={classes.percent}>{formatNumber(zooms[zoomIndex] ?? 1, { style: "percent" })}</span>
            <IconButton
              name={t`Zoom in`}
              aria-disabled={zoomIndex === zooms.length - 1 || undefined}
              onClick={() => zoomBy(1)}
            >
              <IconZoomIn size={18} stroke={1.6} />
            </IconButton>
          </div>
        )}
      </div>
      {view === "page" ? <PdfView file={file} passage={passage} zoom={zooms[zoomIndex] ?? 1} /> : text}
    </>
  );
}
