import { t } from "@lingui/core/macro";
import { IconX } from "@tabler/icons-react";
import { useAskAboutFiles } from "../../../entities/chat/sending/useAskAboutFiles.ts";
import { openFile } from "../../../entities/citations/viewerStore.ts";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { openPage } from "../../../entities/shell/routes.ts";
import { useUncoveredEscape } from "../../../ui/focus/useUncoveredEscape.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "./FilesPage.module.css";
import { YourFiles } from "./YourFiles.tsx";

/** The files that the person has uploaded. */
export function FilesPage() {
  const canUpload = useFlag("uploadDocuments");
  const ask = useAskAboutFiles();
  const close = () => openPage("chat");
  useUncoveredEscape(
    true,
    (event) => !event.shiftKey && !isForField(event.target) && close(),
    "[data-panel-overlay],[data-detail-frame=beside]",
  );
  return (
    <section className={classes.screen} aria-labelledby="your-files">
      <div className={classes.top}>
        <h1 id="your-files" className={classes.title}>
          {t`Your Files`}
        </h1>
        <IconButton name={t`Close and return to the chat`} onClick={close}>
          <IconX size={20} stroke={1.6} />
        </IconButton>
      </div>
      <p className={classes.about}>{t`Files you can use in your chats.`}</p>
      <YourFiles canUpload={canUpload} onOpen={openFile} onAsk={ask} />
    </section>
  );
}

/** True if Esc ends or clears what is typed in this field, or closes its list. */
function isForField(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return target.value !== "";
  if (!(target instanceof HTMLInputElement)) return false;
  return target.getAttribute("aria-haspopup") === "listbox" || (!isCheckbox(target) && target.value !== "");
}

const isCheckbox = ({ type }: HTMLInputElement) => type === "checkbox";
