import { useEffect, useState } from "react";

/** Returns an object URL for this text, valid while the component is mounted; "" in the first render. */
export function useObjectUrl(text: string, type: string): string {
  const [url, setUrl] = useState("");
  useEffect(() => {
    const created = URL.createObjectURL(new Blob([text], { type }));
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [text, type]);
  return url;
}
