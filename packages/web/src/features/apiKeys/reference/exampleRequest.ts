import type { ReferenceOp } from "./apiReference.ts";
import type { ExampleRequest } from "./codeExamples.ts";

/** The values of the parameters by their names. */
export type ParameterValues = Readonly<Record<string, string>>;

/** Writes the address with these parameters. Those without a value are left out, except in the path. Pure. */
export function writeUrl({ path, parameters }: ReferenceOp, values: ParameterValues, origin: string): string {
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    const value = values[parameter.name] ?? "";
    if (parameter.in === "query" && value !== "") query.set(parameter.name, value);
  }
  return `${origin}${filledPath}${query.size > 0 ? `?${query}` : ""}`;
}

/** The parameters that an address can have. Those in headers are for programs that need them. */
export const listAddressParameters = ({ parameters }: ReferenceOp) =>
  parameters.filter((parameter) => parameter.in !== "header");

/** The body of the example; null: the operation takes none. */
export const writeBody = ({ example }: ReferenceOp): string | null =>
  example === null ? null : JSON.stringify(example, null, 2);

/** The shortest request that has all that is required. */
export function createExampleRequest(op: ReferenceOp, origin: string): ExampleRequest {
  const required = listAddressParameters(op).filter((parameter) => parameter.required);
  const values = Object.fromEntries(required.map(({ name }) => [name, name.toUpperCase()]));
  const { method, openAiMethod } = op;
  return {
    ...{ method, url: writeUrl(op, values, origin), body: writeBody(op) },
    openAiCall: openAiMethod && {
      baseUrl: `${origin}${openAiMethod.basePath}`,
      method: openAiMethod.method,
      pathValues: Object.values(values),
    },
  };
}
