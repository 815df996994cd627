import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import type { FileRecord } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { SegmentedControl } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import classes from "./PdfDocument.module.css";
import { PdfView } from "./PdfView.tsx";
import type { PdfPosition } from "./usePdfPosition.ts";

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
  const [chosenZoom, setChosenZoom] = useState<number | null>(null);
  const [controls, setControls] = useState<HTMLElement | null>(null);
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
        <div ref={setControls} className={classes.controls} />
      </div>
      {view === "page" ? (
        <PdfView
          file={file}
          passage={passage}
          chosenZoom={chosenZoom}
          onZoom={setChosenZoom}
          position={position}
          onLeave={setPosition}
          controls={controls}
        />
      ) : (
        text
      )}
    </>
  );
}
