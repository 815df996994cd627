import { t } from "@lingui/core/macro";
import { useState } from "react";
import { Markdown } from "../../../ui/markdown/Markdown.tsx";
import classes from "./AnswerNotice.module.css";

interface AnswerNoticeProps {
  notice: string;
  /** The model's original answer; null if the answer was not changed. */
  untransformed: string | null;
  onAppLink: (href: string) => void;
}

/** A notice about an answer, and the original answer if it was changed. */
export function AnswerNotice({ notice, untransformed, onAppLink }: AnswerNoticeProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={classes.notice}>
      <p className={classes.text}>
        {notice}
        {untransformed !== null && (
          <button type="button" className={classes.button} aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
            {isShown ? t`Hide the original` : t`Show the original`}
          </button>
        )}
      </p>
      {isShown && untransformed !== null && (
        <section className={classes.original} aria-label={t`The original answer`}>
          <Markdown source={untransformed} streaming={false} onAppLink={onAppLink} />
        </section>
      )}
    </div>
  );
}
