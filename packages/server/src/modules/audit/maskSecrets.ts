const secretName =
  /secret|password|passphrase|token|credential|authorization|cookie|api_?key|private_?key|access_?key/i;
const mask = "***";

/**
 * Replaces the values of members whose name suggests a secret, at any depth of a JSON value. Numbers, such as the cost of
 * a token, on and off, and dates are no secrets. Pure.
 */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secretName.test(name) && canBeSecret(member) ? mask : maskSecrets(member),
    ]),
  );
}

const canBeSecret = (value: unknown) =>
  typeof value === "string" || (typeof value === "object" && value !== null && !(value instanceof Date));
