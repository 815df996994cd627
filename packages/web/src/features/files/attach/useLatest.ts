import { type RefObject, useLayoutEffect, useRef } from "react";

/** Holds what was given at the last draw, for functions that are called later. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
