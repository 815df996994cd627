import type { IntegrationId, JsonObject, OperationParam } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { type ParamValues, toText } from "../request/substitute.ts";

/** An operation that comes with the product and uses the account that a person has connected. */
export interface BuiltInOperation {
  /** The name of its function. Nobody can register another one under it. */
  id: string;
  integration: IntegrationId;
  /** For the model, and for authors who choose operations. */
  description: string;
  /** `POST`: it changes something, so the person is asked before each call. */
  method: "GET" | "POST";
  /**
   * The URL behind the origin of the integration's API. `${name}` stands for a parameter. A pair of the query whose
   * parameter is optional and absent is left out.
   */
  path: string;
  params: readonly BuiltInParam[];
  /** Makes the JSON body of the parameters that have values. Throws `invalidInput`. */
  toBody?: (params: ParamValues) => JsonObject;
  /** Makes what the model reads of the response, which is JSON; absent: the response as it is. Throws if it is another one. */
  toText?: (response: unknown) => string;
}

export interface BuiltInParam extends OperationParam {
  /** True: there is no call without it. */
  isRequired?: boolean;
}

export const required = (name: string, description: string): BuiltInParam => ({ name, description, isRequired: true });
export const optional = (name: string, description: string): BuiltInParam => ({ name, description });

export const pageToken = optional("pageToken", "The `nextPageToken` of the previous call, for further results.");

/** Returns the texts of a parameter: a list, or a text with commas. */
export function toTexts(value: unknown): string[] {
  const texts = Array.isArray(value) ? value.map(toText) : toText(value ?? null).split(",");
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}

/** Returns the value of a parameter that is JSON, which models write as a text or as it is. */
export function readJson(value: unknown, name: string): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch (cause) {
    throw new AppError("invalidInput", { userMessage: `The parameter “${name}” is not valid JSON.`, cause });
  }
}
