import { downloadFile } from "@lectern/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { FileIcon } from "./FileIcon.tsx";
import classes from "./FileThumbnail.module.css";

interface FileThumbnailProps {
  name: string;
  type: string;
  /** The file's key; null where the picture is not to be asked for (yet). */
  fileKey: string | null;
  /** Where the picture is, when this page has it already. */
  address?: string | null;
}

/** An address lives an hour. */
const goodForMs = 50 * 60_000;

const addressQuery = (key: string) =>
  queryOptions({
    queryKey: ["fileAddress", key],
    queryFn: ({ signal }) => call(downloadFile, { key }, { signal }),
    staleTime: goodForMs,
    gcTime: goodForMs,
    retry: false,
    networkMode: "always",
  });

/** A picture, small; an icon until it is there and where it cannot be had. The name stands beside it. */
export function FileThumbnail({ name, type, fileKey, address = null }: FileThumbnailProps) {
  const { data } = useQuery({ ...addressQuery(fileKey ?? ""), enabled: address === null && fileKey !== null });
  const [broken, setBroken] = useState<string | null>(null);
  const source = address ?? data?.downloadUrl ?? null;
  if (source === null || source === broken) {
    return (
      <span className={classes.empty}>
        <FileIcon name={name} type={type} />
      </span>
    );
  }
  return (
    <img
      className={classes.picture}
      src={source}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(source)}
    />
  );
}
