import { t } from "@lingui/core/macro";
import { ActionIcon, Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { getLoadedUploads } from "../../../entities/files/upload/draftDocuments.ts";
import { getStoredDocumentsKey } from "../../../entities/files/upload/getStoredDocumentsKey.ts";
import { lazy } from "../../../lib/preload/lazy.ts";
import { readUserValue } from "../../../lib/userStorage.ts";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import classes from "./AttachButton.module.css";
import { attachFiles, isAttachLoaded, loadAttach, useAttachUi, whenAttachLoaded } from "./attach.ts";
import type { AttachOptions } from "./attachOptions.ts";
import { useDroppedFiles } from "./useDroppedFiles.ts";
import { useLatest } from "./useLatest.ts";

const FilePicker = lazy(() => import("../picker/FilePicker.tsx").then(({ FilePicker }) => ({ default: FilePicker })));

interface AttachButtonProps {
  options: AttachOptions;
  /** True if the name of the button is shown beside its icon. */
  isNameShown?: boolean;
}

/**
 * The button that attaches documents to a draft. Unless `acceptsDrops` is false, files can be dropped anywhere on the
 * page while the button is mounted.
 */
export function AttachButton({ options, isNameShown = false }: AttachButtonProps) {
  const { maxBytes, allowedExtensions, canPick } = options;
  const ui = useAttachUi();
  const [openPopup, setOpenPopup] = useState<"menu" | "picker" | null>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const buttonId = useId();
  const latestOptionsRef = useLatest(options);
  const add = (files: readonly File[]) => attachFiles(latestOptionsRef.current, files);
  const upload = () =>
    void whenAttachLoaded(({ chooseFiles }) => {
      void chooseFiles(allowedExtensions).then((files) => {
        add(files);
        if (files.length > 0) latestOptionsRef.current.onChosen?.();
      });
    });
  useStoredDocuments(options);
  useDroppedFiles({
    isAllowed: options.acceptsDrops !== false,
    onEnter: () => {
      if (!isAttachLoaded()) void whenAttachLoaded(() => {});
    },
    onDrop: add,
  });
  const close = (closedPopup: "menu" | "picker") => {
    // The menu also calls this function after it has opened the picker, which must stay open.
    setOpenPopup((current) => (current === closedPopup ? null : current));
    buttonRef.current?.focus({ preventScroll: true });
  };
  const name = t`Attach documents`;
  const buttonProps = {
    ref: buttonRef,
    id: buttonId,
    variant: "subtle",
    "aria-haspopup": canPick ? "menu" : undefined,
    "aria-expanded": canPick ? openPopup === "menu" : undefined,
    onPointerEnter: () => void loadAttach().catch(() => {}),
    onClick: () => (canPick ? void whenAttachLoaded(() => setOpenPopup("menu")) : upload()),
  } as const;
  return (
    <span className={classes.tools}>
      {isNameShown ? (
        <Button
          {...buttonProps}
          className={classes.named ?? ""}
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
        >
          {name}
        </Button>
      ) : (
        <Tooltip label={name} disabled={openPopup !== null}>
          <ActionIcon {...buttonProps} color="gray" size={36} radius="md" className={classes.button} aria-label={name}>
            <IconPlus size={20} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
      )}
      {ui && openPopup === "menu" && (
        <ui.Menu
          labelledBy={buttonId}
          limit={maxBytes === null ? null : ui.formatBytes(maxBytes)}
          onClose={() => close("menu")}
          onUpload={upload}
          onPick={() => setOpenPopup("picker")}
        />
      )}
      {openPopup === "picker" && (
        <OverlaySuspense isOpen onClose={() => close("picker")}>
          <FilePicker
            options={options}
            onClose={() => close("picker")}
            onAttached={() => requestAnimationFrame(() => latestOptionsRef.current.onChosen?.())}
            onUpload={upload}
          />
        </OverlaySuspense>
      )}
    </span>
  );
}

/** Restores the stored documents of a draft, and moves them when the key of the draft changes. */
function useStoredDocuments({ userId, draftKey, lastSentKeys }: AttachOptions): void {
  const lastDraftKeyRef = useRef(draftKey);
  const latestSentKeysRef = useLatest(lastSentKeys);
  useEffect(() => {
    if (lastDraftKeyRef.current !== draftKey)
      getLoadedUploads()?.getUploads(userId).move(lastDraftKeyRef.current, draftKey);
    lastDraftKeyRef.current = draftKey;
    if (readUserValue(userId, getStoredDocumentsKey(draftKey)) === null) return;
    // Restore the documents before the shelf is rendered, so that a message sent right after a reload includes its
    // documents.
    void whenAttachLoaded((_, { getUploads }) => getUploads(userId).restore(draftKey, latestSentKeysRef.current));
  }, [userId, draftKey, latestSentKeysRef]);
}
