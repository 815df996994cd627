/** A passage of the product's own help. It tells only what works. */
export interface HelpPassage {
  title: string;
  text: string;
  /** Further words by which people look for it. */
  keywords: string;
}

export const helpPassages: readonly HelpPassage[] = [
  {
    title: "Connecting a model",
    text: [
      "An administrator chooses **Connect a model**, enters the base address of an OpenAI-compatible server and its key, presses Test, picks the models and saves.",
      "The address usually ends with `/v1`, as in `https://api.openai.com/v1` or `http://localhost:11434/v1`. The key is kept encrypted.",
    ].join("\n"),
    keywords: "add setup set configure provider endpoint api openai llm server chatgpt gpt real language token",
  },
  {
    title: "Models from the configuration",
    text: [
      "At each start the server adds the models that it finds through its environment:",
      "",
      "- `OPENAI_API_KEY` for OpenAI",
      "- `AZURE_OPENAI_ENDPOINT`, `AZURE_OPENAI_API_KEY` and `AZURE_OPENAI_DEPLOYMENTS` for Azure",
      "- `OPENAI_COMPATIBLE_URL` for any compatible server, such as vLLM, llama.cpp or LM Studio",
      "",
      "With none of them set, it looks for Ollama on the same machine.",
    ].join("\n"),
    keywords: "environment variable env key keys install local own llama start connect setup configure",
  },
  {
    title: "Choosing a model",
    text: "Pick a model in the selector of a new conversation. Each conversation keeps its own model, and a new one begins with the model of the last.",
    keywords: "select switch change different selector default",
  },
  {
    title: "Advanced settings",
    text: [
      "Under the model selector of a conversation stand its system prompt, its temperature and its response length.",
      "A low temperature gives steadier answers, a high one more varied ones. Response length goes from concise over average to verbose and limits how long an answer can become.",
    ].join("\n"),
    keywords: "option options tokens longer shorter creative instructions behaviour behavior parameter maximum",
  },
  {
    title: "Where conversations are stored",
    text: [
      "A **private** conversation stays in this browser; the server never writes what is said in it. It is not there on another device.",
      "A **cloud** conversation is kept on the institution's server and opens wherever you sign in. Each conversation has a toggle for it; Settings has the choice for new ones.",
    ].join("\n"),
    keywords: "storage store save saved private privacy private browser data history device keep",
  },
  {
    title: "Limits on spending",
    text: [
      "The institution may limit what one person's model calls cost in an hour, a day or a month; each begins anew with the calendar in UTC.",
      "From 80 % of a limit on, the head of the conversation shows what is left; press it to see when it starts anew. Once a limit is reached, questions are refused until then, and your text stays. Models that cost nothing still answer.",
    ].join("\n"),
    keywords: "limit limits budget money cost costs price spend spending quota rate refused dollars too many requests",
  },
  {
    title: "Attaching documents",
    text: [
      "**+** in the message field, a drop or a paste attaches files: PDF, Word, PowerPoint, Excel, CSV, text, Markdown, HTML, JSON, XML, code, RTF, OpenDocument, e-mail and e-books; images where the model sees them. Send the question once they are ready.",
      "What you attach is given to the model whole where it fits, and else searched for the passages that fit your question; the answer says so. In later questions of the conversation it is searched again.",
    ].join("\n"),
    keywords:
      "attach attachment upload file document pdf word excel powerpoint spreadsheet slide image picture drag drop add",
  },
  {
    title: "Limits of files",
    text: [
      "How large a file may be is set by the institution. Older Office files (`doc`, `xls`, `ppt`) have to be saved in their new form first; archives, sound, films and programs are not taken.",
      "A scanned document has no text unless it went through text recognition. When a file cannot be read, its chip says why.",
    ].join("\n"),
    keywords:
      "size large big maximum type supported unsupported format extension fail failed ocr scan scanned upload document file",
  },
  {
    title: "Your Files",
    text: "**Your Files** lists everything you have uploaded: sort and filter it, tag, download and delete there. A file, or all files with a tag, can be given to a later question without uploading it again.",
    keywords: "list manage delete remove download find tag tags label old uploaded file document again reuse",
  },
  {
    title: "Sources of an answer",
    text: [
      "Where an answer rests on a document it has a number, as in \\[2]: press it to read the passage in its place.",
      "**Sources** beneath the answer lists every passage, document and image that it was given, with names and places.",
    ].join("\n"),
    keywords: "source citation cite cited reference number quote passage page evidence where check verify",
  },
  {
    title: "Stopping an answer",
    text: "Press **Stop Generating** while an answer is being written. What was written so far stays, and the model's server is told to end at once.",
    keywords: "stop cancel abort interrupt halt generating generation",
  },
  {
    title: "Reloading and losing the connection",
    text: "An answer goes on at the server when the page is reloaded or the connection drops. Open the conversation again and it continues where it is.",
    keywords: "reload refresh offline disconnect network closed tab lost resume continue",
  },
  {
    title: "Asking again and copying",
    text: "Beneath an answer you can copy it, or ask for it **again**; the earlier answer stays, and arrows lead back to it. A code block has its own buttons to copy and to download it.",
    keywords: "regenerate retry redo repeat copy clipboard download version",
  },
  {
    title: "Finding and tidying conversations",
    text: [
      "The list on the left shows the newest conversation first. Its search finds names, words inside messages, and tags as in `#biology`. A conversation names itself after its first answer; it is renamed, tagged, moved and deleted with its menu, or with **F2** and **Delete**. **Select several**, in the menu above the list, does it with many at once.",
      "The button beside New chat makes a folder. Drag a conversation into it, or choose **Move to folder…** in its menu.",
    ].join("\n"),
    keywords:
      "search rename delete remove clear name title list sidebar old history conversation folder folders tag tags",
  },
  {
    title: "Changing what was said",
    text: [
      "The pencil under your last message, or the arrow-up key in an empty message field, edits it and asks again; the arrows beside **1 of 2** lead back to the old version and its answers.",
      "The menu **⋯** under a message forks the conversation there, downloads the message or deletes it.",
    ].join("\n"),
    keywords: "edit correct fix typo message mistake fork branch undo rewrite",
  },
  {
    title: "Prompts and custom instructions",
    text: [
      "The panel on the right keeps prompts: texts with places to fill in, such as `{{topic}}`. A click begins a conversation with one; **/** in the message field puts one into the message.",
      "Custom instructions tell the model how to behave in a whole conversation. A copy of a built-in prompt can be changed.",
    ].join("\n"),
    keywords: "prompt template templates variable placeholder slash library panel persona role",
  },
  {
    title: "Taking conversations with you",
    text: [
      "**Export Conversations**, in the tab Settings, saves your conversations, folders and prompts in one file. **Import**, beside it, reads such a file and the exports of ChatGPT and Claude.",
      "**Download**, in the header of a conversation, makes a Word or PowerPoint document of it.",
    ].join("\n"),
    keywords: "export import backup transfer migrate powerpoint word docx pptx pdf presentation print claude chatgpt",
  },
  {
    title: "What answers can show",
    text: "Answers are Markdown: headings, lists, tables, quotes, links, highlighted code, mathematics, and diagrams and charts from `mermaid`, `vega` and `vega-lite` blocks. Write **show everything** for a look.",
    keywords:
      "diagram chart graph plot mermaid vega markdown format formatting render rendering latex formula equation syntax highlight table code math",
  },
  {
    title: "Keyboard",
    text: "**Enter** sends, **Shift+Enter** begins a new line. Every control can be reached with **Tab** and pressed with **Enter** or **Space**; **Esc** closes dialogs and menus. **Ctrl K** finds conversations, prompts and actions, and **?** lists all shortcuts. In the list, the arrow keys move, **F2** renames and **Delete** asks to delete.",
    keywords: "key keys shortcut shortcuts hotkey press type send line break newline accessibility",
  },
  {
    title: "Dark and light",
    text: "The workspace is dark at first. A toggle switches to light and back; this browser remembers it.",
    keywords: "theme appearance colour color mode night bright",
  },
];
