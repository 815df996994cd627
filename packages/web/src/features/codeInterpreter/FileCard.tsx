import type { GeneratedFile } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconDownload, IconFile, IconFileTypePdf, IconPhoto, IconTable } from "@tabler/icons-react";
import { Suspense } from "react";
import { type FileKind, getFileKind } from "../../entities/codeInterpreter/generatedFiles.ts";
import { isLocalKey } from "../../entities/codeInterpreter/localFiles.ts";
import { useIsLocalConversation } from "../../entities/conversations/useConversation.ts";
import { formatBytes } from "../../entities/files/upload/checkFile.ts";
import { lazy } from "../../lib/preload/lazy.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import classes from "./PythonResults.module.css";
import { CsvPreview } from "./previews/CsvPreview.tsx";
import { ImagePreview } from "./previews/ImagePreview.tsx";
import { useDownload } from "./useDownload.ts";

const PdfPreview = lazy(() => import("./previews/PdfPreview.tsx").then(({ PdfPreview }) => ({ default: PdfPreview })));

interface FileCardProps {
  file: GeneratedFile;
  conversationId: string;
  /** True: the reader cannot open the files of whoever asked, and sees only their names. */
  isReadOnly: boolean;
}

/** A file that code has made: its name and size, what is in it, and a button that saves it. */
export function FileCard({ file, conversationId, isReadOnly }: FileCardProps) {
  const { file_key: key, file_name: name, file_size: size } = file.values;
  const kind = getFileKind(file);
  const Icon = icons[kind];
  const download = useDownload();
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <Icon size={18} stroke={1.6} className={classes.icon} aria-hidden />
        <span className={classes.name} dir="auto" title={name}>
          {name}
        </span>
        <span className={classes.size}>{formatBytes(size)}</span>
        {!isReadOnly && (
          <IconButton name={t`Download ${name}`} size={32} onClick={() => void download(file)}>
            <IconDownload size={16} stroke={1.6} />
          </IconButton>
        )}
      </div>
      {!isReadOnly && isLocalKey(key) && <PlaceNote conversationId={conversationId} />}
      {!isReadOnly && <Preview file={file} kind={kind} onDownload={() => void download(file)} />}
    </li>
  );
}

/** Says of a file of a cloud chat that the cloud does not have it. */
function PlaceNote({ conversationId }: Pick<FileCardProps, "conversationId">) {
  if (useIsLocalConversation(conversationId) !== false) return null;
  return <p className={classes.note}>{t`Not in the cloud: only the browser in which it was made has this file.`}</p>;
}

interface PreviewProps {
  file: GeneratedFile;
  kind: FileKind;
  onDownload: () => void;
}

function Preview({ file, kind, onDownload }: PreviewProps) {
  switch (kind) {
    case "csv":
      return <CsvPreview file={file} onDownload={onDownload} />;
    case "pdf":
      return (
        <Suspense fallback={null}>
          <PdfPreview file={file} onDownload={onDownload} />
        </Suspense>
      );
    case "png":
      return <ImagePreview file={file} />;
    case "binary":
      return null;
    case "unsupported":
      return <p className={classes.note}>{t`Unsupported file type`}</p>;
    default:
      return kind satisfies never;
  }
}

const icons: Readonly<Record<FileKind, typeof IconFile>> = {
  csv: IconTable,
  pdf: IconFileTypePdf,
  png: IconPhoto,
  binary: IconFile,
  unsupported: IconFile,
};
