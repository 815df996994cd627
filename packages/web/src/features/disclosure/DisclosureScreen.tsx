import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { t } from "@lingui/core/macro";
import { Button, Modal } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { latestDisclosureQuery } from "../../entities/disclosure/disclosureQueries.ts";
import { continueAfterDisclosure, signOut } from "../../entities/session/session.ts";
import { Disclosure } from "../../ui/disclosure/Disclosure.tsx";
import { useDialogFocus } from "../../ui/focus/useDialogFocus.ts";
import { LoadFailedBanner } from "../../ui/LoadFailedBanner.tsx";
import { useDialogEscape } from "../../ui/modal/useDialogEscape.ts";
import { useOpenAfterMount } from "../../ui/modal/useOpenAfterMount.ts";
import { notifyFailure } from "../../ui/notices/notify.tsx";
import { useNoticePlacement } from "../../ui/notices/useNoticePlacement.ts";
import { MessagesSkeleton } from "../../ui/Skeletons.tsx";
import { AcceptForm } from "./AcceptForm.tsx";
import classes from "./DisclosureScreen.module.css";

interface DisclosureScreenProps {
  /** The address of the person's account. */
  email: string;
  /** With what an administrator replaces the document; false for others. */
  replacement: ReactNode;
}

/** The data disclosure agreement, which covers everything until the person accepts it or signs out. */
export function DisclosureScreen({ email, replacement }: DisclosureScreenProps) {
  const isOpen = useOpenAfterMount(true);
  useDialogFocus(isOpen);
  useNoticePlacement(isOpen, "high");
  // Esc must not close the dialogs below either.
  useDialogEscape(isOpen, () => {});
  const [isReplacing, setIsReplacing] = useState(false);
  return (
    <Modal
      opened={isOpen}
      onClose={() => {}}
      fullScreen
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      returnFocus={false}
      padding={0}
      title={
        <span tabIndex={-1} data-autofocus className={classes.titleText}>
          {t`Data Disclosure Agreement`}
        </span>
      }
      classNames={{
        content: classes.content ?? "",
        header: classes.header ?? "",
        title: classes.title ?? "",
        body: classes.body ?? "",
      }}
    >
      <p className={classes.intro}>{t`Please read this agreement and accept it before you go on.`}</p>
      <Agreement email={email} />
      {replacement && (
        <Disclosure label={t`Replace the document`} isOpen={isReplacing} onToggle={setIsReplacing}>
          {replacement}
        </Disclosure>
      )}
      <Account email={email} />
    </Modal>
  );
}

function Agreement({ email }: { email: string }) {
  const { data, error, refetch } = useQuery(latestDisclosureQuery);
  if (data && data.html_content !== null && data.version !== null) {
    const agreement = { html: data.html_content, version: data.version, url: data.pdf_pre_signed_url };
    return <AcceptForm email={email} agreement={agreement} />;
  }
  if (data) {
    return (
      <div className={classes.problem}>
        <p>{t`There is no agreement to accept any more.`}</p>
        <Button onClick={() => void continueAfterDisclosure()}>{t`Continue`}</Button>
      </div>
    );
  }
  if (error) {
    return (
      <LoadFailedBanner text={t`The agreement couldn’t be loaded.`} error={error} onRetry={() => void refetch()} />
    );
  }
  return <MessagesSkeleton label={t`Loading the agreement`} />;
}

function Account({ email }: { email: string }) {
  const { mutate, isPending } = useMutation({ mutationFn: signOut, networkMode: "always", onError: notifyFailure });
  return (
    <footer className={classes.account}>
      <span>{t`You are signed in as ${email}.`}</span>
      <Button variant="subtle" size="compact-sm" loading={isPending} onClick={() => mutate()}>
        {t`Sign out`}
      </Button>
    </footer>
  );
}
