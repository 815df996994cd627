/**
 * Words above a note, a warning or an example, in the languages of many manuals. They look like headings, but what
 * follows the note is not about them.
 */
const labelWords = [
  "notes?|nota bene|n\\.?b\\.?|tips?|hints?|warnings?|cautions?|important|danger|attention|info|information|remarks?|examples?",
  "hinweise?|tipps?|warnung|achtung|vorsicht|wichtig|gefahr|anmerkung|bemerkung|beispiele?",
  "remarques?|astuces?|conseils?|avertissement|mise en garde|exemples?",
  "notas?|consejos?|advertencia|aviso|atención|precaución|importante|ejemplos?|dica|exemplo|attenzione|suggerimento|avviso|esempi[oi]?",
  "примечани[ея]|замечани[ея]|внимание|совет|важно|предупреждение|осторожно|пример",
  "注|注意|注释|備註|备注|提示|警告|重要|例|示例|例子|小贴士|補足|ヒント|メモ|ノート|危険|参考",
].join("|");
const labelPattern = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:${labelWords})(?:\\s*[\\d.]+)?(?:\\s*[:：!！.].*|[^\\p{L}\\p{N}]*)$`,
  "isu",
);

const captionWords = [
  "figure|fig\\.?|table|tab\\.|listing|example|exhibit|chart|plate|equation|algorithm",
  "abbildung|abb\\.?|tabelle|beispiel|listing|bild|schaubild",
  "tableau|exemple|figura|tabla|cuadro|ejemplo|tabela|quadro|tabella",
  "рисунок|рис\\.?|таблица|табл\\.?|пример|листинг",
  "図|图|圖|表|例|リスト|表格|示例",
].join("|");
const captionPattern = new RegExp(`^(?:${captionWords})\\s*(?:[A-Z]?\\d+|[IVX]+\\b)`, "iu");

/** True for "Note", "Tip:", "Warning", "Example 2" and the like, in several languages. */
export const isLabel = (text: string): boolean => labelPattern.test(text);

/** True for the caption of a figure, a table, a listing or an example with a number. */
export const isCaption = (text: string): boolean => captionPattern.test(text);

const contentsTitlePattern =
  /^(?:(?:table of )?contents|inhalt|inhaltsverzeichnis|table des matières|sommaire|índice(?: general)?|contenido|sumário|indice|sommario|содержание|оглавление|目次|目录|目錄)$/iu;

/** True for the title of a table of contents. */
export const isContentsTitle = (text: string): boolean => contentsTitlePattern.test(text.trim());
