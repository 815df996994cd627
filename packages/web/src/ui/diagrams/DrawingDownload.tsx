import { t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useId, useRef, useState } from "react";
import { ActionMenu } from "../ActionMenu.tsx";
import blockClasses from "../markdown/code/codeBlock.module.css";
import { DownloadCodeDialog } from "../markdown/code/DownloadCodeDialog.tsx";
import { showErrorNotice } from "../notices/showNotice.ts";
import classes from "./drawing.module.css";
import type { DrawingKind } from "./drawingMessages.ts";
import { type Picture, requestDrawing } from "./requestDrawing.ts";
import { savePicture } from "./savePicture.ts";

interface DrawingDownloadProps {
  kind: DrawingKind;
  code: string;
  language: string;
  picture: Picture;
}

/**
 * A menu that saves the picture or its source. The picture is saved in light colours on white, even if the page is
 * dark. If it cannot be drawn in light colours, the picture on the page is saved.
 */
export function DrawingDownload({ kind, code, language, picture }: DrawingDownloadProps) {
  const [openPart, setOpenPart] = useState<"nothing" | "menu" | "dialog">("nothing");
  const buttonId = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const close = (closedPart: "menu" | "dialog") => {
    // The menu also calls `onClose` after "Source…" has opened the dialog, which must stay open.
    setOpenPart((current) => (current === closedPart ? "nothing" : current));
    buttonRef.current?.focus();
  };
  const save = async (type: "svg" | "png") => {
    close("menu");
    const lightDrawing = await requestDrawing({ kind, source: code, scheme: "light" }, new AbortController().signal);
    const lightPicture = lightDrawing.status === "drawn" ? lightDrawing.picture : picture;
    await savePicture(lightPicture, type, kind === "mermaid" ? "diagram" : "chart").catch(() =>
      showErrorNotice(t`The image couldn’t be created. You can save the source instead.`),
    );
  };
  return (
    <span className={classes.menu}>
      <button
        ref={buttonRef}
        id={buttonId}
        type="button"
        className={blockClasses.action}
        aria-label={t`Download`}
        title={openPart === "nothing" ? t`Download` : undefined}
        aria-haspopup="menu"
        aria-expanded={openPart === "menu"}
        onClick={() => setOpenPart("menu")}
      >
        <IconDownload size={15} aria-hidden="true" />
      </button>
      {openPart === "menu" && (
        <ActionMenu labelledBy={buttonId} position="bottom-end" width={200} onClose={() => close("menu")}>
          <Menu.Item data-autofocus onClick={() => void save("svg")}>
            {t`Image (SVG)`}
          </Menu.Item>
          <Menu.Item onClick={() => void save("png")}>{t`Image (PNG)`}</Menu.Item>
          <Menu.Item onClick={() => setOpenPart("dialog")}>{t`Source…`}</Menu.Item>
        </ActionMenu>
      )}
      {openPart === "dialog" && <DownloadCodeDialog code={code} language={language} onClose={() => close("dialog")} />}
    </span>
  );
}
