import { buildTagDataSource, type FileRecord } from "@lectern/contract";
import { Tabs } from "@mantine/core";
import { useState } from "react";
import { type Attachment, attachmentOfRecord, attachmentOfSource } from "../../../entities/files/upload/attachment.ts";
import { uploadsOf } from "../../../entities/files/upload/uploadsOf.ts";
import { isApple } from "../../../lib/device.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import type { AttachOptions } from "../attach/attachOptions.ts";
import classes from "./FilePicker.module.css";
import { FilesTab } from "./FilesTab.tsx";
import { pickerTabs } from "./pickerTabs.ts";
import { TagsTab } from "./TagsTab.tsx";

interface FilePickerProps {
  options: AttachOptions;
  onClose: () => void;
  /** Uploads from the device instead. */
  onUpload: () => void;
}

/** [C2.48] The dialog in which documents for a message are chosen from those that are uploaded. */
export function FilePicker({ options, onClose, onUpload }: FilePickerProps) {
  const { userId, draftKey, acceptsImages } = options;
  const [chosen, setChosen] = useState<ReadonlyMap<string, Attachment>>(new Map());
  const toggle = (id: string, make: () => Attachment) => {
    const next = new Map(chosen);
    if (!next.delete(id)) next.set(id, make());
    setChosen(next);
  };
  const attach = () => {
    uploadsOf(userId).addAttachments(draftKey, [...chosen.values()]);
    onClose();
  };
  const upload = () => {
    onClose();
    onUpload();
  };
  const toggleFile = (record: FileRecord) => toggle(record.id, () => attachmentOfRecord(record));
  const toggleTag = (tag: string) =>
    toggle(buildTagDataSource(tag).id, () => attachmentOfSource(buildTagDataSource(tag)));
  return (
    <Modal
      isOpen
      title="Choose from your files"
      submitLabel={chosen.size === 0 ? "Attach" : `Attach ${chosen.size}`}
      canSubmit={chosen.size > 0}
      hint={`Enter selects, ${isApple ? "⌘" : "Ctrl+"}Enter attaches`}
      onClose={onClose}
      onSubmit={attach}
    >
      <Tabs
        defaultValue="Files"
        keepMounted={false}
        classNames={{ root: classes.tabs, list: classes.list, panel: classes.panel }}
      >
        <Tabs.List>
          {pickerTabs.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {pickerTabs.map(({ name, labels }) => (
          <Tabs.Panel key={name} value={name}>
            {name === "Tags" ? (
              <TagsTab chosen={chosen} onToggle={toggleTag} onUpload={upload} />
            ) : (
              <FilesTab
                labels={labels}
                chosen={chosen}
                acceptsImages={acceptsImages}
                onToggle={toggleFile}
                onUpload={upload}
              />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      <p role="status" className={classes.count}>
        {chosen.size === 0 ? "Nothing selected" : `${chosen.size} selected`}
      </p>
    </Modal>
  );
}
