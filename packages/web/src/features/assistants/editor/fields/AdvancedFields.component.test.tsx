import { getFeatureFlags, getOperations, type RegisteredOperation } from "@lectern/contract";
import { expect, test } from "vitest";
import { assistantEditor, editorField } from "../../../../testing/assistantScreen.ts";
import { createFlags } from "../../../../testing/defaultAnswers.ts";
import { getSelectField, listChoices } from "../../../../testing/selectField.ts";
import { stubAssistants } from "../../../../testing/stubAssistants.ts";
import { stubOp } from "../../../../testing/stubServer.ts";
import { renderEditor } from "../../testing/editorControls.ts";

const section = (name: string) => assistantEditor().element().querySelector(`[data-draft-field='${name}']`);
const optionsOf = (name: string) => assistantEditor().getByRole("group", { name, exact: true });

const createOperation = (id: string, tags: string[]): RegisteredOperation => ({
  ...{ id, name: id, url: "https://api.uni.edu/x", method: "POST", description: "", type: "custom", params: [], tags },
  auth: { type: "none", token: "", username: "", password: "" },
  data: { defaultErrorMessage: "", shouldConfirm: false, confirmationMessage: "" },
});

test("[G2.04] the section Advanced has the fields that few authors need, and the one beside it the API capabilities, which are searched", async () => {
  stubOp(getFeatureFlags, createFlags({ assistantApis: true, artifacts: true }));
  stubOp(getOperations, {
    operations: [createOperation("find_course", ["study"]), createOperation("send_mail", ["post"])],
  });
  stubAssistants([
    {
      assistantId: "astp/1",
      name: "Tutor",
      instructions: "Help.",
      data: { featureOptions: { IncludeApiInstr: true } },
    },
  ]);
  await renderEditor("astp/1");
  for (const name of ["advanced", "operations"]) section(name)?.querySelector("summary")?.click();
  await expect.element(editorField("Assistant ID")).toHaveValue("astp/1");
  await expect.element(editorField("Assistant ID")).toHaveAttribute("readonly");
  for (const name of ["URI", "Tags", "Conversation Tags"]) await expect.element(editorField(name)).toBeEnabled();
  const version = getSelectField(assistantEditor(), "Assistant Ops Language Version");
  await expect.element(version).toBeVisible();
  expect((await listChoices(assistantEditor(), "Assistant Ops Language Version")).length).toBeGreaterThan(1);
  const countOptions = (name: string) => optionsOf(name).getByRole("checkbox").elements().length;
  expect(["Data Source Options", "Message Options", "Feature Options"].map(countOptions)).toEqual([7, 3, 1]);
  const advanced = [
    ...["Assistant ID", "URI", "Tags", "Conversation Tags"].map(editorField),
    ...["Data Source Options", "Message Options", "Feature Options"].map(optionsOf),
    version,
  ];
  for (const part of advanced) expect(section("advanced")?.contains(part.element())).toBe(true);

  const enabled = optionsOf("Enabled API Capabilities");
  const boxes = enabled.getByRole("checkbox");
  await expect.poll(() => boxes.elements()).toHaveLength(2);
  for (const search of ["mail", "post"]) {
    await enabled.getByRole("searchbox", { name: "Search operations" }).fill(search);
    await expect.poll(() => boxes.elements()).toHaveLength(1);
    await expect.element(enabled.getByRole("checkbox", { name: "send_mail" })).toBeVisible();
  }
  const custom = optionsOf("Custom API Capabilities");
  await expect.element(custom.getByRole("button", { name: "Add a custom API" })).toBeVisible();
});
