import type { GeneratedFile } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Skeleton } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { fileContentQuery } from "../../../entities/codeInterpreter/generatedFiles.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { drawPage } from "../../../ui/pdf/drawPage.ts";
import { openPdf } from "../../../ui/pdf/openPdf.ts";
import { getFileProblem, previewTexts } from "../fileTexts.ts";
import classes from "../PythonResults.module.css";
import { PreviewProblem } from "./PreviewProblem.tsx";

/** Each page takes memory as long as the answer is shown. */
const maxPages = 10;

type PdfState =
  | { status: "loading" }
  | { status: "failed"; reason: string | null }
  | { status: "ready"; pageCount: number };

/** The first pages of a PDF, in a frame of their own that scrolls. The policy of the page allows no frame of another kind. */
export function PdfPreview({ file, onDownload }: { file: GeneratedFile; onDownload: () => void }) {
  const { user } = useWorkspace();
  const cache = useQueryClient();
  const pagesRef = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<PdfState>({ status: "loading" });
  const { file_key: key, file_name: name, file_size: size } = file.values;
  useEffect(() => {
    const box = pagesRef.current;
    const controller = new AbortController();
    const { signal } = controller;
    const draw = async () => {
      const content = await cache.fetchQuery(fileContentQuery(user.id, key, true));
      const source = content.kind === "url" ? content.url : new Uint8Array(await content.blob.arrayBuffer());
      const { document, close } = await openPdf(source, size, signal);
      signal.addEventListener("abort", close);
      if (signal.aborted) return close();
      for (let number = 1; number <= Math.min(maxPages, document.numPages); number += 1) {
        const widthPx = (box?.clientWidth || 600) * devicePixelRatio;
        const canvas = await drawPage(await document.getPage(number), widthPx, signal);
        if (signal.aborted) return;
        canvas.setAttribute("role", "img");
        canvas.setAttribute("aria-label", t`Page ${number}`);
        box?.append(canvas);
        setState({ status: "ready", pageCount: document.numPages });
      }
    };
    draw().catch((error: unknown) => {
      if (!signal.aborted) setState({ status: "failed", reason: getFileProblem(key, error) });
    });
    return () => {
      controller.abort();
      box?.replaceChildren();
    };
  }, [cache, user.id, key, size]);
  if (state.status === "failed") return <PreviewProblem text={previewTexts.pdf()} reason={state.reason} />;
  return (
    <>
      {state.status === "loading" && <Skeleton height={240} className={classes.waiting} />}
      <section
        className={classes.pdf}
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        data-waiting={state.status === "loading" || undefined}
      >
        <div ref={pagesRef} className={classes.pages} />
        {state.status === "ready" && state.pageCount > maxPages && (
          <button type="button" className={classes.link} onClick={onDownload}>
            {t`Download to see full content`}
          </button>
        )}
      </section>
    </>
  );
}
