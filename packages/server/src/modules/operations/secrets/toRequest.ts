import type { OperationRow } from "../repository.ts";
import type { RequestWithSecrets } from "./requestSecrets.ts";

/** Returns where a registered operation goes, with its sealed secret. One with an integration has none. */
export function toRequest({
  id,
  url,
  auth_type: type,
  auth_username: username,
  sealed_secret: secret,
}: OperationRow): Required<Pick<RequestWithSecrets, "id" | "url" | "auth">> {
  if (type === "integration") return { id, url, auth: { type: "none", username: "", token: "", password: "" } };
  const [token, password] = [type === "bearer" ? secret : null, type === "basic" ? secret : null];
  return { id, url, auth: { type, username, token: token ?? "", password: password ?? "" } };
}
