import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import { BuiltInAssistantsForm } from "./BuiltInAssistantsForm.tsx";
import { builtInAssistantsQuery } from "./featureDataQueries.ts";
import { Panel } from "./Panel.tsx";

/** The assistants of the server itself, of which administrators make copies that they can change. */
export function BuiltInAssistantsPanel() {
  const { data, error, refetch } = useQuery(builtInAssistantsQuery);
  const name = data?.group?.name ?? t`Amplify Assistants`;
  return (
    <Panel
      title={t`Amplify Assistants`}
      note={t`Copies of the built-in assistants are added to the group “${name}”. There you can change and publish them.`}
    >
      {error && (
        <LoadFailedBanner text={t`The assistants couldn’t be loaded.`} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <ListSkeleton label={t`Loading the assistants`} />}
      {data && <BuiltInAssistantsForm {...data} />}
    </Panel>
  );
}
