import { getApiDocumentationTemplates, limits, uploadApiDocumentation } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatBytes } from "../../../entities/files/upload/checkFile.ts";
import { call } from "../../../lib/call.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";
import tableClasses from "../AdminTable.module.css";
import { getErrorDetails } from "../getErrorDetails.ts";
import { FileChooser } from "./FileChooser.tsx";
import { apiDocumentationQuery } from "./featureDataQueries.ts";
import { UploadProgress } from "./UploadProgress.tsx";
import { useSiteUpload } from "./useSiteUpload.ts";

/** Uploads a part of the documentation, and offers templates for it. */
export function NewApiDocument() {
  const cache = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { upload, isUploading, progress } = useSiteUpload({
    begin: ({ name, size }) => call(uploadApiDocumentation, { filename: name, size }),
    onSuccess: () => void cache.invalidateQueries(apiDocumentationQuery),
    onError: (error) =>
      notifyError(t`Unable to upload the API Documentation at this time...`, {
        ...getErrorDetails(error),
        topic: "admin",
      }),
  });
  const { mutate: downloadTemplates, isPending } = useMutation({
    networkMode: "always",
    mutationFn: () => call(getApiDocumentationTemplates, {}),
    onSuccess: ({ presigned_url }) => startDownload(presigned_url),
    onError: (error) => notifyError(t`Failed to download API Documentation Templates...`, getErrorDetails(error)),
  });
  return (
    <div className={tableClasses.form}>
      <div className={tableClasses.file}>
        <FileChooser
          label={t`Upload a file`}
          fieldLabel={t`API documentation to upload`}
          accept=".pdf,.csv,.json"
          isDisabled={isUploading}
          onFile={(file) => {
            const problem = checkApiDocument(file);
            setRefusal(problem);
            if (problem === null) upload(file);
          }}
        />
        <Button variant="subtle" loading={isPending} onClick={() => downloadTemplates()}>
          {t`Download templates`}
        </Button>
      </div>
      {refusal !== null && (
        <p role="alert" className={tableClasses.refusal}>
          {refusal}
        </p>
      )}
      <UploadProgress progress={progress} />
    </div>
  );
}

function checkApiDocument({ name, size }: File): string | null {
  if (!/\.(pdf|csv|json)$/i.test(name)) {
    return t`This file type is not supported. Please upload a file of type: pdf, csv, json`;
  }
  if (size <= limits.apiDocumentBytes) return null;
  const [fileSize, limit] = [formatBytes(size), formatBytes(limits.apiDocumentBytes)];
  return t`This file is too large (${fileSize}). The limit is ${limit}.`;
}

function startDownload(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  // The server names the file.
  link.download = "";
  link.click();
}
