import { renderApp } from "./renderApp.tsx";
import { resetPage } from "./resetPage.ts";

/** Renders the whole app again, as a reload of the page does: with what the browser and the server store, and no more. */
export async function reloadApp(fragment = location.hash): Promise<void> {
  await resetPage();
  await renderApp(fragment);
}
