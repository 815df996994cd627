import type { OperationRow } from "../repository.ts";
import type { RequestWithSecrets } from "./requestSecrets.ts";

/** Returns where a registered operation goes, with its sealed secret. */
export function toRequest({
  id,
  url,
  auth_type: type,
  auth_username: username,
  sealed_secret: secret,
}: OperationRow): Required<Pick<RequestWithSecrets, "id" | "url" | "auth">> {
  const [token, password] = [type === "bearer" ? secret : null, type === "basic" ? secret : null];
  return { id, url, auth: { type, username, token: token ?? "", password: password ?? "" } };
}
