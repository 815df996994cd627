import {
  type DataSource,
  isImageFileName,
  parseDataSourceId,
  parseDataSources,
  tagDataSourceType,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconDownload, IconLoader2 } from "@tabler/icons-react";
import { useState } from "react";
import { openFile } from "../../../entities/citations/viewerStore.ts";
import { downloadOriginal } from "../../../entities/files/downloadOriginal.ts";
import { cutText } from "../../../lib/text/cutText.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import { FileIcon } from "../FileIcon.tsx";
import { FileThumbnail } from "../FileThumbnail.tsx";
import classes from "./IncludedDocuments.module.css";

const maxNameCharacters = 50;

/** The documents of a user message. `dataSources` is the unvalidated field of the message's data. */
export function IncludedDocuments({ dataSources }: { dataSources: readonly unknown[] }) {
  const sources = parseDataSources({ dataSources });
  return (
    <ul className={classes.list} aria-label={t`Included documents`}>
      {sources.map((source, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sent message does not change
        <IncludedDocument key={index} source={source} />
      ))}
    </ul>
  );
}

function IncludedDocument({ source }: { source: DataSource }) {
  const [isBusy, setIsBusy] = useState(false);
  const name = source.name?.trim() || t`Untitled Document`;
  const type = source.type ?? "";
  const ref = parseDataSourceId(source.id);
  const key = ref?.kind === "file" ? ref.key : null;
  const shownName = cutText(name, maxNameCharacters);
  const isImage = source.metadata?.isImage === true || isImageFileName(name);
  const download = async (fileKey: string) => {
    setIsBusy(true);
    await downloadOriginal(fileKey, name);
    setIsBusy(false);
  };
  return (
    <li className={classes.document}>
      {isImage ? (
        <span className={classes.picture}>
          <FileThumbnail name={name} type={type} fileKey={key} />
        </span>
      ) : (
        <FileIcon name={name} type={ref?.kind === "tag" ? tagDataSourceType : type} />
      )}
      <Tooltip label={name} disabled={[...name].length <= maxNameCharacters} multiline maw={360}>
        {key === null ? (
          <span className={classes.name} dir="auto">
            {shownName}
          </span>
        ) : (
          <button
            type="button"
            className={classes.open}
            onClick={() => openFile({ id: key, name, groupId: source.groupId ?? null })}
          >
            <span className={classes.name} dir="auto">
              {shownName}
            </span>
          </button>
        )}
      </Tooltip>
      {key !== null && (
        <IconButton
          name={t`Download ${name}`}
          size={28}
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && void download(key)}
        >
          {isBusy ? (
            <IconLoader2 size={16} stroke={1.8} className={classes.busy} aria-hidden />
          ) : (
            <IconDownload size={16} stroke={1.8} aria-hidden />
          )}
        </IconButton>
      )}
    </li>
  );
}
