import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import classes from "./People.module.css";
import { PersonActions } from "./PersonActions.tsx";
import { PersonFacts } from "./PersonFacts.tsx";
import { personQuery } from "./peopleQueries.ts";

interface PersonDialogProps {
  personId: string;
  onClose: () => void;
  /** Called when an erasure has begun. */
  onErased: () => void;
}

/** What administrators see of a person, and what they can do. */
export function PersonDialog({ personId, onClose, onErased }: PersonDialogProps) {
  const { data, error, refetch } = useQuery(personQuery(personId));
  return (
    <Modal
      isOpen
      title={data ? data.person.name || data.person.email : t`Person`}
      width="44rem"
      fitsContent
      fillsNarrowScreen
      onClose={onClose}
    >
      <div className={classes.details}>
        {error && (
          <LoadFailedBanner text={t`The person couldn’t be loaded.`} error={error} onRetry={() => void refetch()} />
        )}
        {!data && !error && <ListSkeleton label={t`Loading the person`} />}
        {data && <PersonFacts details={data} />}
        {data && <PersonActions details={data} onClose={onClose} onErased={onErased} />}
      </div>
    </Modal>
  );
}
