import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Switch.css";
import { type PptxTemplate, uploadPptxTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, Switch } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/call.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";
import tableClasses from "../AdminTable.module.css";
import { DirectoryGroupsInput } from "../DirectoryGroupsInput.tsx";
import { getErrorDetails } from "../getErrorDetails.ts";
import { checkPptxFile } from "./checkPptxFile.ts";
import { FileChooser } from "./FileChooser.tsx";
import { pptxTemplatesQuery } from "./pptxTemplates.ts";
import { UploadProgress } from "./UploadProgress.tsx";
import { useDirectoryGroupNames } from "./useDirectoryGroupNames.ts";
import { useSiteUpload } from "./useSiteUpload.ts";

/** The form that adds a template. What was entered stays until the server has accepted it. */
export function NewPptxTemplate({ templates }: { templates: readonly PptxTemplate[] }) {
  const cache = useQueryClient();
  const directoryGroups = useDirectoryGroupNames();
  const [file, setFile] = useState<File | null>(null);
  const [isAvailable, setIsAvailable] = useState(false);
  const [amplifyGroups, setAmplifyGroups] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { upload, isUploading, progress } = useSiteUpload({
    begin: ({ name, size }) =>
      call(uploadPptxTemplate, { fileName: name, size, isAvailable, amplifyGroups: [...amplifyGroups] }),
    onSuccess() {
      setFile(null);
      void cache.invalidateQueries(pptxTemplatesQuery);
    },
    onError: (error) =>
      notifyError(t`Unable to add the PowerPoint template at this time...`, {
        ...getErrorDetails(error),
        topic: "admin",
      }),
  });
  const names = templates.map(({ name }) => name);
  const add = () => {
    const problem = checkPptxFile(file, names);
    setRefusal(problem);
    if (problem === null && file) upload(file);
  };
  return (
    <div className={tableClasses.form}>
      <div className={tableClasses.file}>
        <FileChooser
          label={t`Choose a presentation`}
          fieldLabel={t`Presentation to upload`}
          accept=".pptx"
          isDisabled={isUploading}
          onFile={(chosen) => {
            setFile(chosen);
            setRefusal(checkPptxFile(chosen, names));
          }}
        />
        {file && <span>{file.name}</span>}
      </div>
      <Switch
        label={t`Everybody can choose it`}
        checked={isAvailable}
        disabled={isUploading}
        onChange={(event) => setIsAvailable(event.currentTarget.checked)}
      />
      {!isAvailable && (
        <DirectoryGroupsInput
          label={t`Members of these groups can choose it`}
          names={directoryGroups}
          value={amplifyGroups}
          isDisabled={isUploading}
          onChange={setAmplifyGroups}
        />
      )}
      {refusal !== null && (
        <p role="alert" className={tableClasses.refusal}>
          {refusal}
        </p>
      )}
      <UploadProgress progress={progress} />
      <Button loading={isUploading} onClick={add}>{t`Upload template`}</Button>
    </div>
  );
}
