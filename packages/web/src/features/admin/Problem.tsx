import { RequestId } from "../../ui/RequestId.tsx";
import classes from "./Admin.module.css";
import { getErrorDetails } from "./getErrorDetails.ts";

/** Says in a dialog why its action failed. */
export function Problem({ error }: { error: Error }) {
  const { reason, requestId } = getErrorDetails(error);
  return (
    <div role="alert" className={classes.problem}>
      <p>{reason}</p>
      {requestId && <RequestId id={requestId} />}
    </div>
  );
}
