import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Logo } from "../../../ui/Logo.tsx";
import classes from "./EmptyConversation.module.css";

/** Shown above the message field before the first message. `notice`: such as that no model is connected yet. */
export function EmptyConversation({ notice }: { notice?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <Logo size={40} />
      <h2 className={classes.title}>{t`Start a new conversation.`}</h2>
      {notice}
    </div>
  );
}
