import { ActionIcon, Tooltip } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { keptNameOf } from "../../../entities/files/upload/keptNameOf.ts";
import { readUserValue } from "../../../lib/userStorage.ts";
import { showErrorNotice } from "../../../ui/notices/showNotice.ts";
import type { AttachmentSlot, AttachOptions } from "./attachmentSlot.ts";
import { type Attaching, loadAttaching, loadedAttaching, onAttachingLoaded } from "./loadAttaching.ts";
import classes from "./useAttachments.module.css";
import { useDroppedFiles } from "./useDroppedFiles.ts";
import { useLatest } from "./useLatest.ts";

const FilePicker = lazy(() => import("../picker/FilePicker.tsx").then(({ FilePicker }) => ({ default: FilePicker })));

/** Word for word `fileTexts.stillUploading`: those texts are not there at the first paint. */
const waitText = "Please wait for all documents to finish uploading or remove them from the prompt.";

/** Documents for the messages of one composer; null: none can be attached. What is behind the button is loaded when it is wanted. */
export function useAttachments(options: AttachOptions, isAllowed: boolean): AttachmentSlot | null {
  const { userId, draftKey, maxBytes, canPick } = options;
  const parts = useSyncExternalStore(onAttachingLoaded, loadedAttaching);
  const [open, setOpen] = useState<"menu" | "picker" | null>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const buttonId = useId();
  const latest = useLatest(options);
  /** What has been asked of the part that is still on its way. */
  const due = useRef(0);

  const [want] = useState(() => async (act: (parts: Attaching) => void) => {
    due.current += 1;
    try {
      act(await loadAttaching());
    } catch {
      showErrorNotice("Documents cannot be attached just now. Please check the network and try again.");
    } finally {
      due.current -= 1;
    }
  });
  const add = (files: readonly File[]) => want(({ addFiles }) => addFiles(latest.current, files));
  const upload = () => want(({ chooseFiles }) => void chooseFiles().then(add));
  useKeptDraft(userId, draftKey, isAllowed, want);
  useDroppedFiles({
    isAllowed: isAllowed && options.takesDrops !== false,
    onEnter: () => {
      if (!loadedAttaching()) void want(() => {});
    },
    onDrop: (files) => void add(files),
  });

  if (!isAllowed) return null;
  const close = (closed: "menu" | "picker") => {
    // A choice of the menu that opens the picker closes the menu after that.
    setOpen((current) => (current === closed ? null : current));
    buttonRef.current?.focus({ preventScroll: true });
  };
  return {
    shelf: parts && <parts.Shelf userId={userId} draftKey={draftKey} lastSentKeys={options.lastSentKeys} />,
    overlay: parts && <parts.Overlay />,
    tools: (
      <span className={classes.tools}>
        <Tooltip label="Attach documents" disabled={open !== null}>
          <ActionIcon
            ref={buttonRef}
            id={buttonId}
            variant="subtle"
            color="gray"
            size={36}
            radius="md"
            className={classes.button}
            aria-label="Attach documents"
            aria-haspopup={canPick ? "menu" : undefined}
            aria-expanded={canPick ? open === "menu" : undefined}
            onPointerEnter={() => void loadAttaching().catch(() => {})}
            onClick={() => void (canPick ? want(() => setOpen("menu")) : upload())}
          >
            <IconPlus size={20} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
        {parts && open === "menu" && (
          <parts.Menu
            labelledBy={buttonId}
            limit={maxBytes === null ? null : parts.sizeText(maxBytes)}
            onClose={() => close("menu")}
            onUpload={() => void upload()}
            onPick={() => setOpen("picker")}
          />
        )}
        {open === "picker" && (
          <Suspense fallback={null}>
            <FilePicker options={options} onClose={() => close("picker")} onUpload={() => void upload()} />
          </Suspense>
        )}
      </span>
    ),
    paste: (data) => {
      // Gone once the event is over. Office programs add a picture to every text that is copied.
      const files = [...data.files];
      if (files.length === 0 || data.types.includes("text/plain")) return false;
      void want(({ pastedFiles }) => add(pastedFiles(files, new Date())));
      return true;
    },
    refuse: (text) => {
      if (parts) return parts.refuse(text, options);
      return due.current > 0 ? { text: waitText, more: null } : null;
    },
    take: () => parts?.take(options, () => latest.current) ?? { dataSources: [], settle: () => {} },
  };
}

/** Shows what is kept of a draft, and takes its documents along when it gets another name. */
function useKeptDraft(
  userId: string,
  draftKey: string,
  isAllowed: boolean,
  want: (act: (parts: Attaching) => void) => Promise<void>,
): void {
  const lastKey = useRef(draftKey);
  useEffect(() => {
    if (lastKey.current !== draftKey) loadedAttaching()?.uploadsOf(userId).move(lastKey.current, draftKey);
    lastKey.current = draftKey;
    if (isAllowed && readUserValue(userId, keptNameOf(draftKey)) !== null) void want(() => {});
  }, [userId, draftKey, isAllowed, want]);
}
