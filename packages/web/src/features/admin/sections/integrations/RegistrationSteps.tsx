import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import classes from "./Integrations.module.css";

const consoleUrl = "https://console.cloud.google.com/apis/credentials";

/** How an administrator registers this server at Google. */
export function RegistrationSteps() {
  return (
    <ol className={classes.steps}>
      <li>
        <Trans>
          In the{" "}
          <a href={consoleUrl} target="_blank" rel="noreferrer">
            Google Cloud console
          </a>
          , choose a project, enable the API of each service that people can connect, and set up the consent screen.
        </Trans>
      </li>
      <li>{t`Create an OAuth client of the type “Web application”, and enter the redirect address below as an authorized redirect URI.`}</li>
      <li>{t`Enter the client ID and the client secret here, choose what people can connect, and save.`}</li>
    </ol>
  );
}
