import { t } from "@lingui/core/macro";
import { IconX } from "@tabler/icons-react";
import { useAskAboutFiles } from "../../../entities/chat/sending/useAskAboutFiles.ts";
import { openFile } from "../../../entities/citations/viewerStore.ts";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { openPage } from "../../../entities/shell/routes.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "./FilesPage.module.css";
import { YourFiles } from "./YourFiles.tsx";

/** The files that the person has uploaded. */
export function FilesPage() {
  const canUpload = useFlag("uploadDocuments");
  const ask = useAskAboutFiles();
  return (
    <section className={classes.screen} aria-labelledby="your-files">
      <div className={classes.top}>
        <h1 id="your-files" className={classes.title}>
          {t`Your Files`}
        </h1>
        <IconButton name={t`Close and return to the chat`} onClick={() => openPage("chat")}>
          <IconX size={20} stroke={1.6} />
        </IconButton>
      </div>
      <p className={classes.about}>{t`Files and documents that your chats can use.`}</p>
      <YourFiles canUpload={canUpload} onOpen={openFile} onAsk={ask} />
    </section>
  );
}
