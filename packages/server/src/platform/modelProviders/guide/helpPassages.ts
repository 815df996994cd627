/** A passage of the product's help. It must describe only features that exist. */
export interface HelpPassage {
  title: string;
  text: string;
  /** Additional words that people search for. */
  keywords: string;
}

export const helpPassages: readonly HelpPassage[] = [
  {
    title: "Connecting a model",
    text: [
      "An administrator chooses **Connect a model**, enters the base address of an OpenAI-compatible server and its key, presses Test, selects the models and saves.",
      "The address usually ends with `/v1`, for example `https://api.openai.com/v1` or `http://localhost:11434/v1`. The key is stored encrypted.",
    ].join("\n"),
    keywords: "add setup set configure provider endpoint api openai llm server chatgpt gpt real language token",
  },
  {
    title: "Models from the configuration",
    text: [
      "At each start, the server adds the models that it finds through its environment variables:",
      "",
      "- `OPENAI_API_KEY` for OpenAI",
      "- `AZURE_OPENAI_ENDPOINT`, `AZURE_OPENAI_API_KEY` and `AZURE_OPENAI_DEPLOYMENTS` for Azure",
      "- `OPENAI_COMPATIBLE_URL` for any compatible server, such as vLLM, llama.cpp or LM Studio",
      "",
      "If none of them is set, it looks for Ollama on the same machine.",
    ].join("\n"),
    keywords: "environment variable env key keys install local own llama start connect setup configure",
  },
  {
    title: "Choosing a model",
    text: "Select a model below the message field of a new chat, or later at its name in the header. **Try another model** in the menu **⋯** of an answer, or the arrow beside **Answer again**, asks another model the same question. Each chat remembers its own model, and a new one starts with the model you used last.",
    keywords: "select switch change different selector default",
  },
  {
    title: "Advanced settings",
    text: [
      "**Advanced settings** in a new chat, later **Chat settings** in the header, has the system prompt, the temperature and the response length.",
      "A low temperature gives more consistent answers, a high one more varied answers. The response length ranges from concise to verbose and limits how long an answer can be.",
    ].join("\n"),
    keywords: "option options tokens longer shorter creative instructions behaviour behavior parameter maximum",
  },
  {
    title: "Where chats are stored",
    text: [
      "A chat in **This browser** stays there; the server never stores its contents. It is not available on other devices.",
      "A chat in the **Cloud** is stored on the institution's server and opens wherever you sign in. The button that names the place, in the header of the chat, moves it to the other one. Your first new chat asks where chats should be stored, and Settings has the place for new ones.",
    ].join("\n"),
    keywords: "storage store stored save saved private privacy local browser cloud data history device keep move",
  },
  {
    title: "Limits on spending",
    text: [
      "Your institution may limit what your model calls can cost per hour, day or month. Each limit resets with the calendar in UTC.",
      "From 80 % of a limit on, the header of the chat shows what is left; press it to see when the limit resets. Once a limit is reached, questions are not sent until then, and your text is kept. Free models still answer.",
    ].join("\n"),
    keywords: "limit limits budget money cost costs price spend spending quota rate refused dollars too many requests",
  },
  {
    title: "Attaching documents",
    text: [
      "Attach files with **+** in the message field, by dropping or by pasting them: PDF, Word, PowerPoint, Excel, CSV, text, Markdown, HTML, JSON, XML, code, RTF, OpenDocument, email and e-books; also images, if the model can read them. Send your question once they are ready.",
      "The model receives a whole document if it fits. Otherwise the document is searched for passages that match your question; the answer tells you which. Later questions in the chat search it again.",
    ].join("\n"),
    keywords:
      "attach attachment upload file document pdf word excel powerpoint spreadsheet slide image picture drag drop add",
  },
  {
    title: "File types and size limits",
    text: [
      "Your institution sets the maximum file size. Save files of Office 97 to 2003 (`doc`, `xls`, `ppt`) in the current format first. Archives, audio, video and programs are not supported.",
      "A scanned document has no text unless it was processed with text recognition (OCR). If a file cannot be read, its chip says why.",
    ].join("\n"),
    keywords:
      "size large big maximum type supported unsupported format extension fail failed ocr scan scanned upload document file",
  },
  {
    title: "Your Files",
    text: "**Your Files** lists everything you have uploaded. There you can sort, filter, tag, download and delete files. You can attach a file, or all files with a tag, to a later question without uploading it again.",
    keywords: "list manage delete remove download find tag tags label old uploaded file document again reuse",
  },
  {
    title: "Sources of an answer",
    text: [
      "Where an answer is based on a document, it has a number such as \\[2]. Press it to read the passage in the document.",
      "**Sources** below the answer lists every passage, document and image that the model received, with names and locations.",
    ].join("\n"),
    keywords: "source citation cite cited reference number quote passage page evidence where check verify",
  },
  {
    title: "Stopping an answer",
    text: "Press **Stop Generating**, or Esc in the message field, while an answer is being written. The text so far stays, and the model stops immediately.",
    keywords: "stop cancel abort interrupt halt generating generation",
  },
  {
    title: "Reloading and losing the connection",
    text: "An answer continues on the server when you reload the page or lose the connection. Open the chat again to see it.",
    keywords: "reload refresh offline disconnect network closed tab lost resume continue",
  },
  {
    title: "When a model is busy or an answer fails",
    text: [
      "The answer says why, and **Try again** asks the same question once more. If the model is busy and says that it will be free within two minutes, the page counts down and asks again by itself, at most three times.",
      "**Try now** does not wait, and **Cancel** leaves it to you.",
    ].join("\n"),
    keywords: "fail failed failure error busy overloaded try retry automatic countdown wait problem",
  },
  {
    title: "Regenerating and copying answers",
    text: "Below an answer are buttons to copy it and to ask **again**. The earlier answer stays; use the arrows to go back to it. Code blocks have their own buttons for copying and downloading.",
    keywords: "regenerate retry redo repeat copy clipboard download version",
  },
  {
    title: "Finding and organizing chats",
    text: [
      "The list on the left shows the newest chat first. Its search finds names, words inside messages, and tags such as `#biology`. A chat gets a name after its first answer. Use its menu to rename, tag, move or delete it, or press **F2** and **Delete**. To change many at once, choose **Select chats** in the menu above the list.",
      "Its menu also has **Pin**, which keeps it at the top of the list, and **Archive**, which takes it out of the list without deleting it. **Archived chats** in the menu above the list shows those again.",
      "The button next to New chat creates a folder. Drag chats into it, or choose **Move to folder…** in their menu.",
    ].join("\n"),
    keywords:
      "search rename delete remove clear name title list sidebar old history conversation folder folders tag tags pin pinned unpin archive archived unarchive",
  },
  {
    title: "Editing messages",
    text: [
      "To edit your last message and ask again, use the pencil below it, or press the up arrow key in an empty message field. The arrows next to **1 of 2** lead back to the old version and its answers.",
      "With the menu **⋯** below a message you can fork the chat there, download the message or delete it.",
    ].join("\n"),
    keywords: "edit correct fix typo message mistake fork branch undo rewrite",
  },
  {
    title: "Prompts and custom instructions",
    text: [
      "The panel on the right has your prompts: texts with variables to fill in, such as `{{topic}}`. Click a prompt to start a chat with it, or type **/** in the message field to insert one.",
      "Custom instructions tell the model how to behave in a whole chat. To change a built-in prompt, edit a copy of it.",
    ].join("\n"),
    keywords: "prompt template templates variable placeholder slash library panel persona role",
  },
  {
    title: "Assistants",
    text: [
      "An assistant has instructions and documents of its own. Type **@** in the message field, or press **@** beside it, to ask one. **New assistant** in the command palette (**Ctrl K**) makes one; **Try it** shows how it answers before you save.",
      "**Share** gives people and groups the right to chat with it, to read how it is made, or to edit it.",
    ].join("\n"),
    keywords: "assistant assistants create make build share instructions gpt bot course tutor",
  },
  {
    title: "What assistants can call",
    text: [
      "**API capabilities** in the editor of an assistant let it look things up or do things in other systems while it answers. Choose operations that an administrator has registered, or describe a request with **Add a custom API**. **Test API** sends it and shows the response.",
      "Where a chat with the assistant begins, you read to which servers its custom APIs can send parts of the chat. If a call needs your permission, the answer shows the values that would be sent, and waits for **Allow** or **Don’t allow**.",
    ].join("\n"),
    keywords:
      "api apis capability capabilities operation operations op ops call calls allow request http function tool custom integration",
  },
  {
    title: "Integrations",
    text: [
      "**Integrations** in the menu with your name connects your Google account: the calendar, sheets, documents, files, forms or mail. Choose **Connect**, and allow it in the window that opens. Assistants can then use what you have there, and ask before they change something.",
      "**Disconnect** ends it. If the list is empty, a site administrator has to set integrations up first, in the tab **Integrations** of the Admin Interface.",
    ].join("\n"),
    keywords:
      "integration integrations connect disconnect google calendar sheets docs drive forms gmail mail account oauth",
  },
  {
    title: "Exporting and importing chats",
    text: [
      "**Export Conversations** in the More tab saves your chats, folders and prompts in one file. **Import** next to it reads such a file, and the exports of ChatGPT and Claude.",
      "**Download as a document** in the menu **⋯** of the header of a chat converts it to a Word or PowerPoint document.",
    ].join("\n"),
    keywords: "export import backup transfer migrate powerpoint word docx pptx pdf presentation print claude chatgpt",
  },
  {
    title: "What answers can show",
    text: "Answers are Markdown: headings, lists, tables, quotes, links, highlighted code, mathematics, and diagrams and charts from `mermaid`, `vega` and `vega-lite` blocks. Write **show everything** to see examples.",
    keywords:
      "diagram chart graph plot mermaid vega markdown format formatting render rendering latex formula equation syntax highlight table code math",
  },
  {
    title: "Keyboard",
    text: "**Enter** sends, **Shift+Enter** starts a new line. You can reach every control with **Tab** and press it with **Enter** or **Space**; **Esc** closes dialogs and menus. **Ctrl K** finds chats, prompts, models, settings and actions, and **?** lists all shortcuts. In the list, the arrow keys move, **F2** renames and **Delete** deletes after asking.",
    keywords: "key keys shortcut shortcuts hotkey press type send line break newline accessibility",
  },
  {
    title: "Dark and light theme",
    text: "The workspace is dark by default. The menu with your name, at the bottom of the side panel, switches to light or to the theme of your device. All your devices remember the choice.",
    keywords: "theme appearance colour color mode night bright",
  },
  {
    title: "Language",
    text: "The interface is in English or German, at first in the language of your browser. **Settings → Language**, and the sign-in screen, change it for this browser. Answers are in the language of your question, unless you ask for another.",
    keywords: "language languages german deutsch english translate translation sprache locale",
  },
  {
    title: "Your account",
    text: [
      "The menu with your name, at the bottom of the side panel, has the settings, your usage, the keyboard shortcuts, the theme and **Sign out**.",
      "When you sign out, you can remove the chats that are stored in this browser. This is recommended on a shared computer.",
    ].join("\n"),
    keywords: "account sign signout logout log out leave shared computer remove usage profile",
  },
];
