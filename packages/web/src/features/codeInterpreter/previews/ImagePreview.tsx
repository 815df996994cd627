import type { GeneratedFile } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fileContentQuery } from "../../../entities/codeInterpreter/generatedFiles.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { getFileProblem, previewTexts } from "../fileTexts.ts";
import classes from "../PythonResults.module.css";
import { PreviewProblem } from "./PreviewProblem.tsx";
import { useContentUrl } from "./useContentUrl.ts";

/** A picture, in its small variant if there is one. A click opens the whole picture. */
export function ImagePreview({ file }: { file: GeneratedFile }) {
  const [isOpen, setIsOpen] = useState(false);
  const { file_key: key, file_key_low_res: smallKey = key, file_name: name } = file.values;
  return (
    <>
      <Picture fileKey={smallKey} name={name} onOpen={() => setIsOpen(true)} />
      <Modal isOpen={isOpen} title={name} width="min(90vw, 90rem)" fitsContent isWide onClose={() => setIsOpen(false)}>
        <Picture fileKey={key} name={name} onOpen={null} />
      </Modal>
    </>
  );
}

interface PictureProps {
  fileKey: string;
  name: string;
  /** Null: it is open. */
  onOpen: (() => void) | null;
}

function Picture({ fileKey, name, onOpen }: PictureProps) {
  const { user } = useWorkspace();
  const { data, error } = useQuery(fileContentQuery(user.id, fileKey, true));
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const url = useContentUrl(data);
  if (error || (url !== null && url === brokenUrl))
    return <PreviewProblem text={previewTexts.image()} reason={error && getFileProblem(fileKey, error)} />;
  if (url === null) return <Skeleton height={240} className={classes.waiting} />;
  const image = <img src={url} alt={name} className={classes.image} onError={() => setBrokenUrl(url)} />;
  if (!onOpen) return image;
  return (
    <button type="button" className={classes.picture} aria-label={t`Open ${name}`} onClick={onOpen}>
      {image}
    </button>
  );
}
