import { plural, t } from "@lingui/core/macro";
import { IconDownload } from "@tabler/icons-react";
import type { AgentFile } from "../../../entities/codeInterpreter/agentFiles.ts";
import { formatBytes } from "../../../entities/files/upload/checkFile.ts";
import { formatDate } from "../../../lib/i18n/formats.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useDownload } from "../useDownload.ts";
import classes from "./AgentPanel.module.css";

const timeFormat = { dateStyle: "medium", timeStyle: "short" } as const;

/** The files that an answer has changed, each with its versions in the chat, the latest first. */
export function ChangedFiles({ files }: { files: readonly AgentFile[] }) {
  return (
    <section aria-label={t`Changed files`} className={classes.files}>
      <h3 className={classes.title}>{t`Changed files`}</h3>
      {files.map((file) => (
        <ChangedFile key={file.original_name} file={file} />
      ))}
    </section>
  );
}

function ChangedFile({ file }: { file: AgentFile }) {
  const download = useDownload();
  const { original_name: name, size, versions } = file;
  const count = versions.length;
  return (
    <details className={classes.file}>
      <summary>
        <span className={classes.fileName} dir="auto">
          {name}
        </span>
        <span className={classes.detail}>
          {formatBytes(size)} · {plural(count, { one: "# version", other: "# versions" })}
        </span>
      </summary>
      <ol className={classes.versions} aria-label={t`Versions of ${name}`}>
        {versions.toReversed().map(({ timestamp, size: bytes, version_file_id: key }, index) => {
          const number = count - index;
          return (
            <li key={key} className={classes.version}>
              <span>{t`Version ${number}`}</span>
              <span className={classes.detail}>
                {timestamp === ""
                  ? formatBytes(bytes)
                  : `${formatDate(new Date(timestamp), timeFormat)} · ${formatBytes(bytes)}`}
              </span>
              <IconButton
                name={t`Download version ${number} of ${name}`}
                size={28}
                onClick={() => void download({ values: { file_key: key, file_name: name } })}
              >
                <IconDownload size={15} stroke={1.6} />
              </IconButton>
            </li>
          );
        })}
      </ol>
    </details>
  );
}
