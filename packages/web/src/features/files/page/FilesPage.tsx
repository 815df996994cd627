import { t } from "@lingui/core/macro";
import { useAskAboutFiles } from "../../../entities/chat/sending/useAskAboutFiles.ts";
import { openFile } from "../../../entities/citations/viewerStore.ts";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { openPage } from "../../../entities/shell/routes.ts";
import pageClasses from "../../../ui/page/PageFrame.module.css";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import classes from "./FilesPage.module.css";
import { YourFiles } from "./YourFiles.tsx";

/** The files that the person has uploaded. */
export function FilesPage() {
  const canUpload = useFlag("uploadDocuments");
  const ask = useAskAboutFiles();
  return (
    <PageFrame
      title={t`Your Files`}
      className={classes.screen}
      onClose={() => openPage("chat")}
      isEscapeForField={({ shiftKey, target }) => shiftKey || isForField(target)}
    >
      <p className={`${pageClasses.about} ${classes.about}`}>{t`Files you can use in your chats.`}</p>
      <YourFiles canUpload={canUpload} onOpen={openFile} onAsk={ask} />
    </PageFrame>
  );
}

/** True if Esc ends or clears what is typed in this field, or closes its list. */
function isForField(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return target.value !== "";
  if (!(target instanceof HTMLInputElement)) return false;
  return target.getAttribute("aria-haspopup") === "listbox" || (!isCheckbox(target) && target.value !== "");
}

const isCheckbox = ({ type }: HTMLInputElement) => type === "checkbox";
