import { useEffect, useState } from "react";

/** Returns an object URL for `content`, which is revoked when that changes or the component unmounts; "" at first. */
export function useObjectUrl(content: string | Uint8Array<ArrayBuffer>, type: string): string {
  const [url, setUrl] = useState("");
  useEffect(() => {
    const newUrl = URL.createObjectURL(new Blob([content], { type }));
    setUrl(newUrl);
    return () => URL.revokeObjectURL(newUrl);
  }, [content, type]);
  return url;
}
