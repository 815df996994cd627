import { t } from "@lingui/core/macro";
import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { changeSiteAdminTab } from "../../../entities/shell/siteAdminRoute.ts";
import classes from "../Admin.module.css";
import { Panel } from "../featureData/Panel.tsx";
import { siteConfigQuery } from "../siteConfigQuery.ts";
import { ManageOperations } from "./ManageOperations.tsx";
import { NewOperations } from "./NewOperations.tsx";
import operationClasses from "./Operations.module.css";
import { toDraft } from "./operationDraft.ts";
import { editOperation } from "./operationDrafts.ts";

/** The operations that authors can give to their assistants. */
export function OperationsPanel() {
  const isUsable = useFlag("assistantApis");
  const nameRef = useRef<HTMLInputElement>(null);
  return (
    <>
      {isUsable ? <SwitchedOffHint /> : <Hint />}
      {isUsable && <NewOperations nameRef={nameRef} />}
      <Panel
        title={t`Understanding Ops`}
        note={t`An op is a request to another server that an assistant can make while it answers.`}
      >
        <ul className={operationClasses.help}>
          <li>{t`Authors of assistants choose from the ops that are registered here. The model decides when to call one, and with which parameters.`}</li>
          <li>{t`The function name, the description and the parameters tell the model what an op does. Tags help authors to find it.`}</li>
          <li>{t`Servers in private networks are called only if this server’s configuration lists them in API_HOSTS.`}</li>
          <li>{t`This server makes the request. Only administrators see the URL, and nobody sees a password or a token again.`}</li>
          <li>{t`Choose to ask before each call if an op changes something or sends something to somebody.`}</li>
        </ul>
      </Panel>
      {isUsable && (
        <ManageOperations
          onEdit={(operation) => {
            editOperation(toDraft(operation));
            nameRef.current?.focus();
          }}
        />
      )}
    </>
  );
}

/** Administrators have every feature, so that only the configuration says whether others have it. */
function SwitchedOffHint() {
  // The form has loaded it, and a second load would change what somebody edits.
  const { data: configs } = useQuery({ ...siteConfigQuery, enabled: false });
  const flag = configs?.featureFlags?.assistantApis;
  const isOff = flag && !flag.enabled && flag.userExceptions.length + flag.amplifyGroupExceptions.length === 0;
  return isOff ? <Hint /> : null;
}

function Hint() {
  return (
    <div className={classes.problem}>
      <p>{t`Assistants can’t call ops: the feature “API capabilities” is switched off.`}</p>
      <Anchor component="button" type="button" inherit onClick={() => changeSiteAdminTab("featureFlags")}>
        {t`Open the feature flags`}
      </Anchor>
    </div>
  );
}
