import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { putFile } from "../../../entities/files/upload/putFile.ts";
import { closeNotices } from "../../../ui/notices/showNotice.ts";
import { createSteppedProgress } from "./steppedProgress.ts";

/** Where a file is sent, and with which headers. */
interface UploadTarget {
  presigned_url: string;
  headers: Record<string, string>;
}

export interface UploadProgressState {
  fileName: string;
  /** 100: complete. */
  percent: number;
}

interface SiteUploadOptions {
  begin: (file: File) => Promise<UploadTarget>;
  onSuccess: (file: File) => void;
  onError: (error: Error) => void;
}

/** Uploads one file at a time. Its progress ends complete, or disappears if the upload fails. It survives its component. */
export function useSiteUpload({ begin, onSuccess, onError }: SiteUploadOptions) {
  const [progress, setProgress] = useState<UploadProgressState | null>(null);
  const { mutate, isPending } = useMutation({
    networkMode: "always",
    // Why the last file was refused says nothing about this one.
    onMutate: () => closeNotices("admin"),
    async mutationFn(file: File) {
      setProgress({ fileName: file.name, percent: 0 });
      const stepped = createSteppedProgress((percent) => setProgress({ fileName: file.name, percent }));
      try {
        const { presigned_url: url, headers } = await begin(file);
        const { "content-type": type = "", "content-md5": _, ...others } = headers;
        const { signal } = new AbortController();
        await putFile({ url, body: file, type, headers: others, signal, onProgress: stepped.setSent });
        stepped.complete();
      } finally {
        stepped.stop();
      }
    },
    onSuccess: (_, file) => onSuccess(file),
    onError(error) {
      setProgress(null);
      onError(error);
    },
  });
  return { upload: mutate, isUploading: isPending, progress };
}
