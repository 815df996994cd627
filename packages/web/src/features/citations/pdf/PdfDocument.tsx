import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import type { FileRecord } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { SegmentedControl } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { PageField } from "./PageField.tsx";
import classes from "./PdfDocument.module.css";
import { PdfView } from "./PdfView.tsx";
import type { PdfPosition, ShownPage } from "./usePdfPosition.ts";
import type { Zoom } from "./useReadableZoom.ts";
import { ZoomControls } from "./ZoomControls.tsx";
import { fitWidth } from "./zoomSteps.ts";

type View = "page" | "text";

const viewKey = "documentView";

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
  const [zoom, setZoom] = useState<Zoom>({ value: fitWidth, isChosen: false });
  const [page, setPage] = useState<ShownPage | null>(null);
  // Whoever comes back from the text goes on reading there.
  const [position, setPosition] = useState<PdfPosition | null>(null);
  const choose = (value: string) => {
    const next = value === "text" ? "text" : "page";
    setView(next);
    writeUserValue(userId, viewKey, next);
  };
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
        {view === "page" && page && <PageField page={page} />}
        {view === "page" && <ZoomControls zoom={zoom.value} onZoom={(value) => setZoom({ value, isChosen: true })} />}
      </div>
      {view === "page" ? (
        <PdfView
          file={file}
          passage={passage}
          zoom={zoom}
          onZoom={setZoom}
          position={position}
          onLeave={setPosition}
          onPage={setPage}
        />
      ) : (
        text
      )}
    </>
  );
}
