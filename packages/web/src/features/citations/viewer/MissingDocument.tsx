import { t } from "@lingui/core/macro";
import { IconFileOff } from "@tabler/icons-react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { fileMessages } from "../../../entities/files/fileMessages.ts";
import { useSession } from "../../../entities/session/session.ts";
import { toPlainQuote } from "../toPlainQuote.ts";
import classes from "./DocumentBody.module.css";
import { DocumentState } from "./DocumentState.tsx";

/** Says that a document no longer exists, what to do, and shows the quote, which the answer still has. */
export function MissingDocument({ passage: { key, name, quote } }: { passage: DocumentPassage }) {
  const session = useSession();
  // The server does not reveal whether other people's documents exist.
  const isOwn = session.status === "signedIn" && key !== null && key.startsWith(`${session.user.id}/`);
  const hasQuote = quote !== null && quote.trim() !== "";
  return (
    <DocumentState
      icon={<IconFileOff size={28} stroke={1.5} aria-hidden />}
      line={isOwn ? t`This document was deleted.` : t`This document was deleted, or you no longer have access to it.`}
    >
      <p>{isOwn ? t`To use it again, upload it again.` : t`Ask its owner if you still need it.`}</p>
      {hasQuote && (
        <figure className={classes.quote}>
          <figcaption>{t`The answer still contains this passage:`}</figcaption>
          <blockquote>{toPlainQuote(quote, name)}</blockquote>
        </figure>
      )}
      <p className={classes.small}>{fileMessages.documentMissing()}</p>
    </DocumentState>
  );
}
