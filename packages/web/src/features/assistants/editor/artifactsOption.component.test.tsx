import { createAssistant } from "@lectern/contract";
import { expect, test } from "vitest";
import { stubArtifacts } from "../../../testing/artifacts.ts";
import { assistantEditor, editorField } from "../../../testing/assistantScreen.ts";
import { stubAssistants } from "../../../testing/stubAssistants.ts";
import { listInputs } from "../../../testing/stubServer.ts";
import { editorButton, expectEditorClosed, renderEditor } from "../testing/editorControls.ts";

test("[C6.04a] the editor has an option with which an assistant makes no artifacts, which is on at first and stored", async () => {
  stubArtifacts();
  stubAssistants([]);
  await renderEditor();
  await editorField("Assistant Name").fill("Heat tutor");
  assistantEditor().element().querySelector<HTMLElement>("[data-draft-field='advanced'] summary")?.click();
  const option = assistantEditor().getByRole("checkbox", { name: "Can make artifacts" });
  await expect.element(option).toBeChecked();
  await option.click();
  await expect.element(option).not.toBeChecked();
  await editorButton("Save").click();
  await expectEditorClosed();
  expect(listInputs(createAssistant)).toMatchObject([{ data: { featureOptions: { IncludeArtifactsInstr: false } } }]);
});
