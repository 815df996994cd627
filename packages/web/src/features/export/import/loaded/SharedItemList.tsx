import { plural, t } from "@lingui/core/macro";
import { IconX } from "@tabler/icons-react";
import { IconButton } from "../../../../ui/IconButton.tsx";
import { notifyRefusal } from "../../../../ui/notices/notify.tsx";
import classes from "../ImportDialog.module.css";
import type { ImportPreview } from "../importTypes.ts";

const maxItems = 100;

/** Names what is in something that was shared. A snapshot is received as a whole, so that no single item can be removed. */
export function SharedItemList({ preview }: { preview: ImportPreview }) {
  const items = [...preview.conversations, ...preview.folders, ...preview.prompts];
  const remainingCount = items.length - maxItems;
  // The product specification has the text with this spelling.
  const refuse = () => notifyRefusal(t`Not ready yet, in progess`);
  return (
    <details className={classes.items}>
      <summary>{t`Show the items`}</summary>
      <ul>
        {items.slice(0, maxItems).map(({ id, name }) => (
          <li key={id}>
            <span dir="auto">{name}</span>
            <IconButton size={24} name={t`Remove “${name}”`} onClick={refuse}>
              <IconX size={14} stroke={1.8} aria-hidden />
            </IconButton>
          </li>
        ))}
        {remainingCount > 0 && <li>{plural(remainingCount, { one: "… and # more", other: "… and # more" })}</li>}
      </ul>
    </details>
  );
}
