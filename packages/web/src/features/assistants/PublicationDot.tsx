import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import classes from "./PublicationDot.module.css";

export const formatPublication = (isPublished: boolean): string => (isPublished ? t`Published` : t`Unpublished`);

/** A filled green dot for a published assistant, an empty grey one for another. */
export function PublicationDot({ isPublished }: { isPublished: boolean }) {
  return (
    <>
      <span className={classes.dot} data-published={isPublished || undefined} aria-hidden />
      <VisuallyHidden>{formatPublication(isPublished)}</VisuallyHidden>
    </>
  );
}
