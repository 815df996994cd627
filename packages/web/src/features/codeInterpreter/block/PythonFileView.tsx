import { t } from "@lingui/core/macro";
import { IconDownload } from "@tabler/icons-react";
import { useObjectUrl } from "../../../ui/diagrams/useObjectUrl.ts";
import type { PythonFile } from "../../../ui/python/pythonInterpreter.ts";
import { saveFile } from "../../../ui/saveFile.ts";
import classes from "./python.module.css";

const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml"];

/** Shows a file that code has written: a picture if it is one, and a button that saves it. */
export function PythonFileView({ file }: { file: PythonFile }) {
  const { name, type, bytes } = file;
  return (
    <>
      {imageTypes.includes(type) && <Picture file={file} />}
      <button
        type="button"
        className={classes.file}
        aria-label={t`Download ${name}`}
        onClick={() => saveFile(new Blob([bytes], { type }), name)}
      >
        <IconDownload size={15} aria-hidden="true" />
        <span>{name}</span>
      </button>
    </>
  );
}

function Picture({ file: { name, type, bytes } }: { file: PythonFile }) {
  const url = useObjectUrl(bytes, type);
  return url && <img className={classes.picture} src={url} alt={name} />;
}
