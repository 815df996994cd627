import { IconFiles, IconX } from "@tabler/icons-react";
import { openPage } from "../lib/fragment.ts";
import { IconButton } from "../ui/IconButton.tsx";
import classes from "./YourFilesScreen.module.css";

/** The page `home`: the files a person has uploaded. */
export function YourFilesScreen() {
  return (
    <section className={classes.screen} aria-labelledby="your-files">
      <div className={classes.top}>
        <h1 id="your-files" className={classes.title}>
          Your Files
        </h1>
        <IconButton name="Close and go back to the chat" onClick={() => openPage("chat")}>
          <IconX size={20} stroke={1.6} />
        </IconButton>
      </div>
      <div className={classes.empty}>
        <IconFiles size={32} stroke={1.3} aria-hidden />
        <p className={classes.line}>There are no files here yet.</p>
        <p>Files that you attach to a conversation will be listed on this page.</p>
      </div>
    </section>
  );
}
