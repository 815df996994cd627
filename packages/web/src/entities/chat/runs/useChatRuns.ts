import { useEffect, useLayoutEffect, useState } from "react";
import type { ChatPorts } from "./chatPorts.ts";
import { type ChatRuns, createChatRuns } from "./chatRuns.ts";

/** The conversations' answers, for as long as the component is mounted. `ports` may be another object at each render. */
export function useChatRuns(ports: ChatPorts): ChatRuns {
  const [{ runs, setPorts }] = useState(() => {
    let latest = ports;
    const setPorts = (next: ChatPorts) => {
      latest = next;
    };
    return { runs: createChatRuns(() => latest), setPorts };
  });
  useLayoutEffect(() => setPorts(ports));
  useEffect(() => {
    const saveWhenHidden = () => {
      if (document.visibilityState === "hidden") runs.saveProgress();
    };
    document.addEventListener("visibilitychange", saveWhenHidden);
    addEventListener("pagehide", runs.saveProgress);
    return () => {
      document.removeEventListener("visibilitychange", saveWhenHidden);
      removeEventListener("pagehide", runs.saveProgress);
      runs.saveProgress();
    };
  }, [runs]);
  return runs;
}
