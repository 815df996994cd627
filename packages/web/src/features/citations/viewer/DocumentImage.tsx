import { downloadFile, type FileRecord, fileTexts } from "@lectern/contract";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/call.ts";
import classes from "./DocumentImage.module.css";

/** Shorter than the hour for which a signed URL is valid. */
const urlStaleMs = 50 * 60_000;

/** Shows the original of an image by its signed URL. */
export function DocumentImage({ file }: { file: FileRecord }) {
  const { data, error } = useQuery({
    queryKey: ["files", "url", file.id],
    queryFn: ({ signal }) => call(downloadFile, { key: file.id, fileName: file.name }, { signal }),
    staleTime: urlStaleMs,
    networkMode: "always",
  });
  const [isBroken, setIsBroken] = useState(false);
  if (error || isBroken) {
    return (
      <p role="alert" className={classes.problem}>
        {fileTexts.documentMissing}
      </p>
    );
  }
  if (!data) return <Skeleton height={240} className={classes.waiting} />;
  return (
    <div className={classes.frame}>
      <img src={data.downloadUrl} alt={file.name} className={classes.picture} onError={() => setIsBroken(true)} />
    </div>
  );
}
