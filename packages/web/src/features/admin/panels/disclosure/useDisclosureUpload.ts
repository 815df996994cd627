import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { uploadDisclosure } from "../../../../entities/disclosure/uploadDisclosure.ts";
import { PutError } from "../../../../entities/files/upload/putFile.ts";
import { CallError } from "../../../../lib/callError.ts";
import { notifyError, notifySuccess } from "../../../../ui/notices/notify.tsx";

/** Uploads the agreement. `progress`: the fraction of bytes sent; null: nothing is being uploaded. */
export function useDisclosureUpload() {
  const cache = useQueryClient();
  const [fraction, setFraction] = useState(0);
  const isShownRef = useRef(false);
  useEffect(() => {
    isShownRef.current = true;
    return () => {
      isShownRef.current = false;
    };
  }, []);
  const { mutate, isPending, error } = useMutation({
    networkMode: "always",
    mutationFn: (file: File) => {
      setFraction(0);
      const megabytes = limits.disclosureBytes / 1_000_000;
      if (file.size > limits.disclosureBytes)
        throw new Error(t`This file is too large. A data disclosure can be at most ${megabytes} MB.`);
      return uploadDisclosure(file, setFraction);
    },
    onSuccess: () => {
      notifySuccess(t`The data disclosure was uploaded.`);
      return cache.invalidateQueries({ queryKey: ["disclosure"] });
    },
    onError(failure) {
      // Otherwise the panel says it.
      if (isShownRef.current) return;
      notifyError(t`Unable to upload the Data Disclosure file at this time...`, { reason: describeFailure(failure) });
    },
  });
  return { upload: mutate, progress: isPending ? fraction : null, failure: error && describeFailure(error) };
}

function describeFailure(error: Error): string {
  const reason = error instanceof PutError || error instanceof CallError ? error.reason : null;
  return reason ?? error.message;
}
