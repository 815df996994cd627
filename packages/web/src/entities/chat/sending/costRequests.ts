import { createPageStore } from "../../../lib/pageStore.ts";

/** A question whether a message that may be expensive is sent. */
interface CostRequest {
  text: string;
  resolve: (isAccepted: boolean) => void;
}

/** The question that the dialog shows. It remains after `isOpen` becomes false, so that the dialog can fade out. */
export const costRequests = createPageStore<{ request: CostRequest | null; isOpen: boolean }>(() => ({
  request: null,
  isOpen: false,
}));

/** Asks about the cost of a message that does not come from a field. Resolves with false if the person cancels. */
export function askAboutCost(text: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  costRequests.getState().request?.resolve(false);
  const request: CostRequest = {
    text,
    resolve(isAccepted) {
      if (costRequests.getState().request === request) costRequests.setState({ isOpen: false });
      resolve(isAccepted);
    },
  };
  costRequests.setState({ request, isOpen: true });
  return promise;
}
