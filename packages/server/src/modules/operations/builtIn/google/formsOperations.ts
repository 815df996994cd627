import { type BuiltInOperation, pageToken, required } from "../builtInOperation.ts";

const integration = "google_forms";
const form = "/v1/forms/${formId}";
const formId = required("formId", "The id of the form, as in the address of its editor behind /forms/d/.");

/** https://developers.google.com/workspace/forms/api/reference/rest */
export const formsOperations: readonly BuiltInOperation[] = [
  {
    id: "google_forms_get_form",
    integration,
    description: "Reads a form of the person’s Google Forms: its title and its questions with their ids.",
    method: "GET",
    path: `${form}?fields=info(title,description),responderUri,items(title,description,questionItem(question),questionGroupItem(questions,grid))`,
    params: [formId],
  },
  {
    id: "google_forms_list_responses",
    integration,
    description: "Lists the responses to a form of the person’s Google Forms, with answers by the ids of questions.",
    method: "GET",
    path: `${form}/responses?pageSize=100&pageToken=\${pageToken}&fields=nextPageToken,responses(lastSubmittedTime,respondentEmail,answers)`,
    params: [formId, pageToken],
  },
];
