import { type AssistantSummary, findAssistantUriProblem } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconExternalLink, IconLink } from "@tabler/icons-react";
import { AssistantIcon } from "../../../entities/assistants/AssistantIcon.tsx";
import { formatAssistantOwner } from "../../../entities/assistants/assistantOwner.ts";
import { getIntegrationName } from "../../../entities/integrations/integrationNames.ts";
import { formatAssistantLink } from "../../../entities/shell/assistantRoute.ts";
import { listNames } from "../../../lib/text/listNames.ts";
import { useClipboard } from "../../../ui/useClipboard.ts";
import classes from "./AssistantIntro.module.css";

/** What an assistant is, in a conversation with it that has no messages yet. */
export function AssistantIntro({ assistant }: { assistant: AssistantSummary }) {
  const { assistantId, icon, name, description, owner, uri } = assistant;
  const ownerText = formatAssistantOwner(assistant);
  const apiHosts = listNames(assistant.apiHosts);
  const integrations = listNames(assistant.integrations.map(getIntegrationName));
  const { isCopied, copy } = useClipboard();
  return (
    <div className={classes.intro}>
      <span className={classes.icon}>
        <AssistantIcon icon={icon} size={36} />
      </span>
      <h2 className={classes.name} dir="auto">
        {name}
      </h2>
      {ownerText !== null && (
        <p className={classes.group} title={owner?.email}>
          {ownerText}
        </p>
      )}
      {description.trim() !== "" && (
        <p className={classes.description} dir="auto">
          {description}
        </p>
      )}
      {uri !== null && findAssistantUriProblem(uri) === null && (
        <a className={classes.link} href={uri} title={uri} target="_blank" rel="noopener noreferrer">
          <IconExternalLink size={14} stroke={1.8} aria-hidden />
          {new URL(uri).host}
        </a>
      )}
      {assistant.apiHosts.length > 0 && (
        <p className={classes.group}>{t`Can send parts of this chat to ${apiHosts}.`}</p>
      )}
      {assistant.integrations.length > 0 && <p className={classes.group}>{t`Can use your ${integrations}.`}</p>}
      <button type="button" className={classes.link} onClick={() => copy(formatAssistantLink(assistantId))}>
        <IconLink size={14} stroke={1.8} aria-hidden />
        {isCopied ? t`Copied` : t`Copy link`}
      </button>
    </div>
  );
}
