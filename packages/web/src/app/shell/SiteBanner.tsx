import { useEffect, useRef, useState } from "react";
import { focusField } from "../../entities/shell/focusTargets.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { readUserValue, writeUserValue } from "../../lib/userStorage.ts";
import { SiteNotice } from "../../ui/notices/SiteNotice.tsx";
import { useToday } from "./useToday.ts";

const storageKey = "closedBanner";

/** Shows the institution's notice on its days, until the person closes it. Another text is shown again. */
export function SiteBanner() {
  const { user, config } = useWorkspace();
  const { banner } = config;
  const today = useToday();
  const [closedText, setClosedText] = useState(() => readUserValue(user.id, storageKey));
  const isDue = banner !== null && (!banner.from || banner.from <= today) && (!banner.until || banner.until >= today);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => (ref.current ? publishHeight(ref.current) : undefined), []);
  return (
    <div ref={ref} role="status">
      {isDue && banner.text !== closedText && (
        <SiteNotice
          text={banner.text}
          tone={banner.tone}
          onClose={() => {
            writeUserValue(user.id, storageKey, banner.text);
            setClosedText(banner.text);
            // The pressed button disappears.
            focusField("message");
          }}
        />
      )}
    </div>
  );
}

/** Notices below the header leave space for this height, which depends on the text. */
function publishHeight(element: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty("--site-banner-height", `${element.offsetHeight}px`));
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty("--site-banner-height");
  };
}
