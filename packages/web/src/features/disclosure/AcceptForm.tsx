import { saveDataDisclosureDecision } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Anchor, Button, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { latestDisclosureQuery } from "../../entities/disclosure/disclosureQueries.ts";
import { continueAfterDisclosure } from "../../entities/session/session.ts";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import fieldClasses from "../../ui/fields.module.css";
import { AgreementText } from "./AgreementText.tsx";
import classes from "./DisclosureScreen.module.css";

interface Agreement {
  html: string;
  version: string;
  url: string | null;
}

/** The agreement, and what its acceptance needs: the person's address, and the text read to its end. */
export function AcceptForm({ email, agreement }: { email: string; agreement: Agreement }) {
  const { accept, isPending, failure } = useAccept();
  const [typedEmail, setTypedEmail] = useState("");
  const [problems, setProblems] = useState({ email: false, scroll: false });
  const [readVersion, setReadVersion] = useState<string | null>(null);
  const textRef = useRef<HTMLElement>(null);
  const emailRef = useRef<HTMLInputElement>(null);
  const scrollProblemId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const found = {
      email: typedEmail.trim().toLowerCase() !== email.toLowerCase(),
      scroll: readVersion !== agreement.version && !isAtEnd(textRef.current),
    };
    setProblems(found);
    // The first wrong one, in the order of the form.
    if (found.scroll) textRef.current?.focus();
    else if (found.email) emailRef.current?.focus();
    if (!found.email && !found.scroll) accept({ email: typedEmail, version: agreement.version });
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {agreement.url && (
        <Anchor href={agreement.url} download className={classes.download}>
          <IconDownload size={16} stroke={1.8} aria-hidden />
          {t`Download the agreement (PDF)`}
        </Anchor>
      )}
      {failure && (
        <p role="alert" className={classes.alert}>
          {failure}
        </p>
      )}
      <section
        // Another version begins at its top.
        key={agreement.version}
        ref={textRef}
        className={classes.text}
        aria-label={t`Agreement`}
        aria-describedby={problems.scroll ? scrollProblemId : undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        onScroll={() => {
          if (!isAtEnd(textRef.current)) return;
          setReadVersion(agreement.version);
          setProblems((found) => ({ ...found, scroll: false }));
        }}
      >
        <AgreementText html={agreement.html} />
      </section>
      {problems.scroll && (
        <p id={scrollProblemId} role="alert" className={classes.error}>
          {t`You must scroll to the bottom of the disclosure before accepting.`}
        </p>
      )}
      <div className={classes.accept}>
        <TextInput
          ref={emailRef}
          className={classes.email ?? ""}
          classNames={{ input: fieldClasses.input ?? "" }}
          type="email"
          autoComplete="email"
          label={t`Your email address`}
          maxLength={254}
          value={typedEmail}
          onChange={(event) => {
            setTypedEmail(event.currentTarget.value);
            setProblems((found) => ({ ...found, email: false }));
          }}
          error={problems.email && <span role="alert">{t`The entered email does not match your account email.`}</span>}
        />
        <Button type="submit" loading={isPending}>{t`Accept`}</Button>
      </div>
    </form>
  );
}

/** True if the end of a text is in view, also if all of it is. Zoomed pages have fractions of pixels. */
const isAtEnd = (text: HTMLElement | null) =>
  text !== null && text.scrollHeight - text.scrollTop - text.clientHeight < 4;

function useAccept() {
  const cache = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    networkMode: "always",
    mutationFn: (decision: { email: string; version: string }) =>
      call(saveDataDisclosureDecision, { ...decision, acceptedDataDisclosure: true }),
    onSuccess: continueAfterDisclosure,
    onError: (failure) => {
      // It was replaced meanwhile.
      if (failure instanceof CallError && failure.status === 409) void cache.invalidateQueries(latestDisclosureQuery);
    },
  });
  return { accept: mutate, isPending, failure: error && describeFailure(error) };
}

const describeFailure = (error: Error) => (error instanceof CallError && error.reason) || error.message;
