import { type RefObject, useLayoutEffect, useRef } from "react";

/** Returns a ref to the value of the latest render, for callbacks that run later. */
export function useLatest<T>(value: T): RefObject<T> {
  const latestRef = useRef(value);
  useLayoutEffect(() => {
    latestRef.current = value;
  });
  return latestRef;
}
