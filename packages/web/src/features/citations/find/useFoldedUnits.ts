import { useEffect, useEffectEvent, useState } from "react";
import type { FoldedUnit } from "./countHits.ts";
import type { FindSource } from "./findSource.ts";

interface FoldedUnits {
  source: FindSource;
  units: readonly FoldedUnit[];
  /** The unit that was in view when reading started. */
  from: number;
  status: "reading" | "done" | "failed";
}

/** More frequent updates would count everything again and again. */
const updateIntervalMs = 150;

/** Reads the texts of a source once they are needed. `getShownUnit` returns the unit in view, which is read first. */
export function useFoldedUnits(source: FindSource, isNeeded: boolean, getShownUnit: () => number): FoldedUnits {
  const [state, setState] = useState<FoldedUnits | null>(null);
  const readShownUnit = useEffectEvent(getShownUnit);
  useEffect(() => {
    if (!isNeeded) return;
    const controller = new AbortController();
    const { signal } = controller;
    const from = readShownUnit();
    let units: readonly FoldedUnit[] = [];
    const report = (status: FoldedUnits["status"]) => {
      if (!signal.aborted) setState({ source, units, from, status });
    };
    const read = async () => {
      let reportedAt = performance.now();
      for await (const portion of source(from, signal)) {
        units = [...units, ...portion];
        if (performance.now() - reportedAt < updateIntervalMs) continue;
        report("reading");
        reportedAt = performance.now();
      }
      report("done");
    };
    read().catch(() => report("failed"));
    return () => controller.abort();
  }, [source, isNeeded]);
  return state?.source === source ? state : { source, units: noUnits, from: 0, status: "reading" };
}

const noUnits: readonly FoldedUnit[] = [];
