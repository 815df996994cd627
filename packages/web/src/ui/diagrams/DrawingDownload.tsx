import { Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useId, useRef, useState } from "react";
import { ActionMenu } from "../ActionMenu.tsx";
import blockClasses from "../markdown/code/codeBlock.module.css";
import { DownloadDialog } from "../markdown/code/DownloadDialog.tsx";
import { showErrorNotice } from "../notices/showNotice.ts";
import classes from "./drawing.module.css";
import type { DrawingKind } from "./drawingMessages.ts";
import { type Picture, requestDrawing } from "./drawings.ts";
import { savePicture } from "./savePicture.ts";

interface DrawingDownloadProps {
  kind: DrawingKind;
  code: string;
  language: string;
  picture: Picture;
}

/** Saves the picture, in light colours on white whatever the page's colours are, or its source. */
export function DrawingDownload({ kind, code, language, picture }: DrawingDownloadProps) {
  const [shown, setShown] = useState<"nothing" | "menu" | "dialog">("nothing");
  const buttonId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const close = (what: "menu" | "dialog") => {
    // The menu also closes behind the dialog that it has opened.
    setShown((now) => (now === what ? "nothing" : now));
    button.current?.focus();
  };
  const save = async (type: "svg" | "png") => {
    close("menu");
    const light = await requestDrawing({ kind, source: code, scheme: "light" }, new AbortController().signal);
    const onPaper = light.status === "drawn" ? light.picture : picture;
    await savePicture(onPaper, type, kind === "mermaid" ? "diagram" : "chart").catch(() =>
      showErrorNotice("The picture could not be made. Its source can be saved."),
    );
  };
  return (
    <span className={classes.menu}>
      <button
        ref={button}
        id={buttonId}
        type="button"
        className={blockClasses.action}
        aria-label="Download"
        title="Download"
        aria-haspopup="menu"
        aria-expanded={shown === "menu"}
        onClick={() => setShown("menu")}
      >
        <IconDownload size={15} aria-hidden="true" />
      </button>
      {shown === "menu" && (
        <ActionMenu labelledBy={buttonId} position="bottom-end" width={200} onClose={() => close("menu")}>
          <Menu.Item data-autofocus onClick={() => void save("svg")}>
            Picture (SVG)
          </Menu.Item>
          <Menu.Item onClick={() => void save("png")}>Picture (PNG)</Menu.Item>
          <Menu.Item onClick={() => setShown("dialog")}>Source…</Menu.Item>
        </ActionMenu>
      )}
      {shown === "dialog" && <DownloadDialog code={code} language={language} onClose={() => close("dialog")} />}
    </span>
  );
}
