import { useEffect, useState } from "react";

/** An address in this page for a text of this type, as long as the component is there; "" in the first frame. */
export function useObjectUrl(text: string, type: string): string {
  const [address, setAddress] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [text, type]);
  return address;
}
