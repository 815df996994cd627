import { buildTagDataSource, type FileRecord } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Tabs } from "@mantine/core";
import { useState } from "react";
import {
  type Attachment,
  createRecordAttachment,
  createSourceAttachment,
} from "../../../entities/files/upload/attachment.ts";
import { getUploads } from "../../../entities/files/upload/getUploads.ts";
import { isApple } from "../../../lib/device.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import tabClasses from "../../../ui/tabs.module.css";
import type { AttachOptions } from "../attach/attachOptions.ts";
import classes from "./FilePicker.module.css";
import { FilesTab } from "./FilesTab.tsx";
import { formatTabName, pickerTabs } from "./pickerTabs.ts";
import { TagsTab } from "./TagsTab.tsx";

interface FilePickerProps {
  options: AttachOptions;
  onClose: () => void;
  /** Called after the chosen files were attached. */
  onAttached: () => void;
  /** Uploads files from the device instead. */
  onUpload: () => void;
}

/** The dialog that attaches uploaded files to a draft. */
export function FilePicker({ options, onClose, onAttached, onUpload }: FilePickerProps) {
  const { userId, draftKey, acceptsImages, acceptsTags = true } = options;
  const tabs = pickerTabs.filter(({ name }) => acceptsTags || name !== "Tags");
  const [chosenAttachments, setChosenAttachments] = useState<ReadonlyMap<string, Attachment>>(new Map());
  const toggle = (id: string, create: () => Attachment) => {
    const next = new Map(chosenAttachments);
    if (!next.delete(id)) next.set(id, create());
    setChosenAttachments(next);
  };
  const count = chosenAttachments.size;
  const countText = formatNumber(count);
  const attach = () => {
    getUploads(userId).addAttachments(draftKey, [...chosenAttachments.values()]);
    onClose();
    onAttached();
  };
  const upload = () => {
    onClose();
    onUpload();
  };
  const toggleFile = (record: FileRecord) => toggle(record.id, () => createRecordAttachment(record));
  const toggleTag = (tag: string) =>
    toggle(buildTagDataSource(tag).id, () => createSourceAttachment(buildTagDataSource(tag)));
  return (
    <Modal
      isOpen
      title={t`Choose from your files`}
      submitLabel={count === 0 ? t`Attach` : t`Attach ${countText}`}
      canSubmit={count > 0}
      hint={isApple ? t`Enter selects, ⌘Enter attaches` : t`Enter selects, Ctrl+Enter attaches`}
      onClose={onClose}
      onSubmit={attach}
    >
      <Tabs
        defaultValue="Files"
        keepMounted={false}
        classNames={{
          root: classes.tabs,
          list: `${classes.list} ${tabClasses.list}`,
          tab: tabClasses.tab,
          panel: classes.panel,
        }}
      >
        <Tabs.List>
          {tabs.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {formatTabName(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ name, labels }) => (
          <Tabs.Panel key={name} value={name}>
            {name === "Tags" ? (
              <TagsTab chosenAttachments={chosenAttachments} onToggle={toggleTag} onUpload={upload} />
            ) : (
              <FilesTab
                labels={labels}
                chosenAttachments={chosenAttachments}
                acceptsImages={acceptsImages}
                onToggle={toggleFile}
                onUpload={upload}
              />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      <p role="status" className={classes.count}>
        {count === 0 ? t`Nothing selected` : plural(count, { one: "# selected", other: "# selected" })}
      </p>
    </Modal>
  );
}
