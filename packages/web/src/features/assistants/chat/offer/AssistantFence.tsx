import { createAssistant } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconRobot } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { assistantKeys } from "../../../../entities/assistants/useAssistants.ts";
import { call } from "../../../../lib/call.ts";
import { CallError } from "../../../../lib/callError.ts";
import { listNames, quoteName } from "../../../../lib/text/listNames.ts";
import type { FenceProps } from "../../../../ui/markdown/fences/fenceContributions.ts";
import { notifyError, notifySuccess } from "../../../../ui/notices/notify.tsx";
import { useAssistantStart } from "../useAssistantStart.ts";
import classes from "./AssistantFence.module.css";
import { type AssistantOffer, parseOffer, toContent } from "./parseOffer.ts";

/** An assistant that a model offers. It is created when the person says so. */
export function AssistantFence({ code, isComplete }: FenceProps) {
  const offer = useMemo(() => (isComplete ? parseOffer(code) : null), [code, isComplete]);
  if (!offer) {
    return (
      <div className={classes.card} role="status" aria-busy="true">
        <p className={classes.progress}>{t`We are making progress on your assistant`}</p>
      </div>
    );
  }
  return <OfferCard offer={offer} />;
}

function OfferCard({ offer }: { offer: AssistantOffer }) {
  const untitledName = t`Untitled Assistant`;
  const { createdId, isCreating, create } = useCreation(offer, untitledName);
  const start = useAssistantStart();
  const name = offer.name || untitledName;
  return (
    <section className={classes.card} aria-label={t`Assistant ${name}`}>
      <p className={classes.name}>
        <IconRobot size={20} stroke={1.6} aria-hidden />
        {name}
      </p>
      <dl className={classes.fields}>
        <Field label={t`Description`} text={offer.description || t`None`} />
        <Field label={t`Instructions`} text={offer.instructions} />
        <Field label={t`Data Sources`} text={offer.dataSources.map((source) => source.name).join(", ") || t`None`} />
      </dl>
      <div className={classes.actions} role="status">
        {createdId === null ? (
          <Button size="xs" className={classes.button} aria-disabled={isCreating || undefined} onClick={create}>
            {isCreating ? t`Creating assistant...` : t`Create Assistant`}
          </Button>
        ) : (
          <>
            <span className={classes.created}>{t`Assistant created successfully!`}</span>
            <Button size="xs" variant="default" className={classes.button} onClick={() => void start(createdId)}>
              {t({ message: "Open", context: "verb" })}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

function Field({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.text}>{text}</dd>
    </>
  );
}

/** Creates the assistant once. `createdId`: null until then. */
function useCreation(offer: AssistantOffer, untitledName: string) {
  const cache = useQueryClient();
  const [state, setState] = useState<{ status: "offered" | "creating" } | { status: "created"; id: string }>({
    status: "offered",
  });
  const [draftId] = useState(() => crypto.randomUUID());
  const create = async () => {
    if (state.status !== "offered") return;
    setState({ status: "creating" });
    try {
      const content = toContent(offer, untitledName);
      const { assistantId } = await call(createAssistant, { ...content, draftId });
      // Before the assistant can be opened, the list has it.
      await cache.invalidateQueries({ queryKey: assistantKeys.all }).catch(() => {});
      setState({ status: "created", id: assistantId });
      notifySuccess(t`Assistant created successfully!`, listNames([content.name], quoteName));
    } catch (error) {
      setState({ status: "offered" });
      notifyError(t`Failed to create assistant. Please try again.`, {
        reason: error instanceof CallError ? (error.reason ?? error.message) : null,
      });
    }
  };
  return {
    createdId: state.status === "created" ? state.id : null,
    isCreating: state.status === "creating",
    create: () => void create(),
  };
}
