import { useEffect, useState } from "react";

/** Returns an object URL for `text`, which is revoked when the text changes or the component unmounts; "" at first. */
export function useObjectUrl(text: string, type: string): string {
  const [url, setUrl] = useState("");
  useEffect(() => {
    const newUrl = URL.createObjectURL(new Blob([text], { type }));
    setUrl(newUrl);
    return () => URL.revokeObjectURL(newUrl);
  }, [text, type]);
  return url;
}
