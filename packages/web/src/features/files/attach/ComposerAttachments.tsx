import type { Conversation } from "@lectern/contract";
import { useMemo } from "react";
import type { ComposerToolContribution, ComposerToolProps } from "../../../entities/chat/slots/chatSlots.ts";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { usePluginSources } from "../../../entities/plugins/pluginStates.ts";
import { isPluginOn } from "../../../entities/plugins/plugins.ts";
import { focusField } from "../../../entities/shell/focusTargets.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { AttachButton } from "./AttachButton.tsx";
import { attachFiles, useAttachUi, whenAttachLoaded } from "./attach.ts";
import type { AttachOptions } from "./attachOptions.ts";

/** The composer tool that attaches documents to messages. */
export const composerAttachments: ComposerToolContribution = {
  id: "attachments",
  Button: ComposerAttachButton,
  Shelf: ComposerShelf,
  Overlay: ComposerDropOverlay,
  usePaste: usePasteFiles,
};

function ComposerAttachButton(props: ComposerToolProps) {
  const options = useComposerOptions(props);
  return options && <AttachButton options={options} />;
}

function ComposerShelf(props: ComposerToolProps) {
  const options = useComposerOptions(props);
  const ui = useAttachUi();
  return (
    options &&
    ui && <ui.Shelf userId={options.userId} draftKey={options.draftKey} lastSentKeys={options.lastSentKeys} />
  );
}

function ComposerDropOverlay() {
  const canUpload = useFlag("uploadDocuments");
  const ui = useAttachUi();
  return canUpload && ui && <ui.Overlay />;
}

function usePasteFiles(props: ComposerToolProps): (data: DataTransfer) => boolean {
  const options = useComposerOptions(props);
  return (data) => {
    // Copy the list now, because it becomes empty after the event. Ignore files that come with text: office programs
    // add an image of copied text.
    const files = [...data.files];
    if (!options || files.length === 0 || data.types.includes("text/plain")) return false;
    void whenAttachLoaded(({ namePastedFiles }) => attachFiles(options, namePastedFiles(files, new Date())));
    return true;
  };
}

/** Returns null if the person may not attach documents. */
function useComposerOptions({ conversation, model, draftKey }: ComposerToolProps): AttachOptions | null {
  const { user, config } = useWorkspace();
  const canUpload = useFlag("uploadDocuments");
  const canPick = useFlag("dataSourceSelectorOnInput");
  const canSearch = isPluginOn("rag", usePluginSources(user.id));
  const lastSentKeys = useMemo(() => getLastSentKeys(conversation), [conversation]);
  if (!canUpload) return null;
  return {
    userId: user.id,
    draftKey,
    lastSentKeys,
    // Accept images for an unknown model: the draft is checked again when it is sent.
    acceptsImages: model?.supportsImages ?? true,
    windowTokens: model?.inputContextWindow ?? null,
    canSearch,
    maxBytes: config.uploadMaxBytes,
    allowedExtensions: config.uploadExtensions,
    canPick,
    onChosen: focusMessageField,
  };
}

/** Lets the person type the question at once. Not on touch screens, where the field opens a keyboard. */
function focusMessageField(): void {
  if (matchMedia("(hover: hover) and (pointer: fine)").matches) focusField("message");
}

function getLastSentKeys({ messages }: Conversation): ReadonlySet<string> {
  const last = messages.findLast(({ role }) => role === "user");
  const keys = (last?.data.dataSources ?? []).flatMap((source) =>
    typeof source === "object" && source !== null && "key" in source && typeof source.key === "string"
      ? source.key
      : [],
  );
  return new Set(keys);
}
