import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

let isPrinting = false;

/** True while the page is being printed. The new state is rendered before the browser reads the page. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, readIsPrinting, readIsPrinting);
}

const readIsPrinting = () => isPrinting;

function subscribe(onChange: () => void): () => void {
  const change = ({ type }: Event) => {
    isPrinting = type === "beforeprint";
    flushSync(onChange);
  };
  addEventListener("beforeprint", change);
  addEventListener("afterprint", change);
  return () => {
    removeEventListener("beforeprint", change);
    removeEventListener("afterprint", change);
  };
}
