import { useEffect, useState } from "react";
import type { FileContent } from "../../../entities/codeInterpreter/generatedFiles.ts";

/** Returns an address of the content that a picture can have; null while there is none. */
export function useContentUrl(content: FileContent | undefined): string | null {
  const [blobUrl, setBlobUrl] = useState<string | null>(null);
  const blob = content?.kind === "blob" ? content.blob : null;
  useEffect(() => {
    if (!blob) return;
    const url = URL.createObjectURL(blob);
    setBlobUrl(url);
    return () => {
      setBlobUrl(null);
      URL.revokeObjectURL(url);
    };
  }, [blob]);
  return content?.kind === "url" ? content.url : blobUrl;
}
