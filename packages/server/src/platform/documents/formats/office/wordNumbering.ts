import { visitXml } from "./editXml.ts";
import { formatNumber } from "./formatNumber.ts";

/** A level of a list: ECMA-376, 17.9.6. */
interface Level {
  start: number;
  format: string;
  /** As in "%1.%2": the numbers of the first and the second level. */
  text: string;
  /** The level, from 1, after which the numbers start again; 0: they never do; null: after any level above. */
  restart: number | null;
  /** True: the numbers of all levels are written in Arabic figures. */
  isLegal: boolean;
  /** The paragraph style that has this level. */
  style: string | null;
}

interface List {
  abstractId: string;
  starts: Map<number, number>;
  /** Levels that replace those of the abstract list. */
  levels: Map<number, Level>;
}

interface Style {
  basedOn: string | null;
  listId: string | null;
  level: number | null;
}

/** Computes the numbers of a document's paragraphs. They must be requested in the document's order. */
export interface WordNumbering {
  /**
   * Counts a paragraph and returns its number as Word shows it, as in "§ 2.1"; null if it has none. `listId` and
   * `level`: the paragraph's own properties; null if its style determines them.
   */
  count(paragraph: { style: string | null; listId: string | null; level: number | null }): string | null;
  /** The formats of numbers that were written as Arabic figures, because they are not known. */
  readonly unknownFormats: ReadonlySet<string>;
}

const maxLevel = 8;
const maxLabelLength = 60;

/** Creates the numbering of a document from its parts `numbering.xml` and `styles.xml`. */
export function createWordNumbering(numberingXml: string, stylesXml: string): WordNumbering {
  const { abstractLists, lists } = parseNumbering(numberingXml);
  const styles = parseStyles(stylesXml);
  /** Current numbers by abstract list and level. Lists with the same abstract list continue each other. */
  const counters = new Map<string, (number | undefined)[]>();
  const startedLevels = new Set<string>();
  const unknownFormats = new Set<string>();

  const findAbstract = (list: List): AbstractList | undefined => {
    const abstractList = abstractLists.get(list.abstractId);
    const linkedId = abstractList?.styleLink == null ? null : styles.get(abstractList.styleLink)?.listId;
    const linkedList = linkedId == null ? undefined : lists.get(linkedId);
    return linkedList ? abstractLists.get(linkedList.abstractId) : abstractList;
  };
  const format = (value: number, numberFormat: string) => {
    const text = formatNumber(value, numberFormat);
    if (text === null) unknownFormats.add(numberFormat);
    return text ?? String(value);
  };

  return {
    unknownFormats,
    count({ style, listId: ownListId, level: ownLevel }) {
      const inherited = resolveStyle(styles, style);
      const listId = ownListId ?? inherited.listId;
      const list = listId === null ? undefined : lists.get(listId);
      const abstractList = list && findAbstract(list);
      if (!list || !abstractList) return null;
      const getLevel = (index: number) => list.levels.get(index) ?? abstractList.levels.get(index);
      const styleLevel =
        ownListId === null && ownLevel === null && style !== null ? abstractList.levelsByStyle.get(style) : undefined;
      const index = Math.min(Math.max(0, ownLevel ?? styleLevel ?? inherited.level ?? 0), maxLevel);
      const level = getLevel(index);
      if (!level) return null;
      const numbers = counters.get(abstractList.id) ?? [];
      counters.set(abstractList.id, numbers);
      const startedKey = `${listId} ${index}`;
      const startOverride = startedLevels.has(startedKey) ? undefined : list.starts.get(index);
      startedLevels.add(startedKey);
      const current = numbers[index];
      numbers[index] = startOverride ?? (current === undefined ? level.start : current + 1);
      for (let deeper = index + 1; deeper <= maxLevel; deeper++) {
        const restart = getLevel(deeper)?.restart ?? null;
        if (restart === null || (restart > 0 && index < restart)) numbers[deeper] = undefined;
      }
      if (level.format === "bullet") return null;
      const label = level.text
        .replace(/%([1-9])/g, (_, digit: string) => {
          const shownLevel = getLevel(Number(digit) - 1);
          if (!shownLevel) return "";
          // Word shows 0 for a level that has not been counted yet.
          const number = numbers[Number(digit) - 1] ?? 0;
          return format(number, level.isLegal && shownLevel.format !== "none" ? "decimal" : shownLevel.format);
        })
        .trim();
      return label === "" ? null : label.slice(0, maxLabelLength);
    },
  };
}

interface AbstractList {
  id: string;
  levels: Map<number, Level>;
  levelsByStyle: Map<string, number>;
  /** The numbering style whose list this one uses. */
  styleLink: string | null;
}

function parseNumbering(xml: string): { abstractLists: Map<string, AbstractList>; lists: Map<string, List> } {
  const abstractLists = new Map<string, AbstractList>();
  const lists = new Map<string, List>();
  let abstractList: AbstractList | null = null;
  let list: List | null = null;
  let overriddenLevel = 0;
  let level: Level | null = null;
  let levelIndex = 0;
  visitXml(xml, {
    open(name, attributes, _position, parent) {
      const value = attributes["w:val"] ?? "";
      switch (name) {
        case "w:abstractNum":
          abstractList = {
            id: attributes["w:abstractNumId"] ?? "",
            levels: new Map(),
            levelsByStyle: new Map(),
            styleLink: null,
          };
          abstractLists.set(abstractList.id, abstractList);
          return;
        case "w:num":
          list = { abstractId: "", starts: new Map(), levels: new Map() };
          lists.set(attributes["w:numId"] ?? "", list);
          return;
        case "w:abstractNumId":
          if (list) list.abstractId = value;
          return;
        case "w:numStyleLink":
          if (abstractList) abstractList.styleLink = value;
          return;
        case "w:lvlOverride":
          overriddenLevel = toInteger(attributes["w:ilvl"]) ?? 0;
          return;
        case "w:startOverride":
          list?.starts.set(overriddenLevel, toInteger(value) ?? 1);
          return;
        case "w:lvl":
          level = { start: 0, format: "decimal", text: "", restart: null, isLegal: false, style: null };
          levelIndex = toInteger(attributes["w:ilvl"]) ?? 0;
          (list ?? abstractList)?.levels.set(levelIndex, level);
          return;
      }
      if (!level || (parent !== "w:lvl" && parent !== "mc:Choice")) return;
      if (name === "w:start") level.start = toInteger(value) ?? 0;
      if (name === "w:numFmt") level.format = value;
      if (name === "w:lvlText") level.text = attributes["w:null"] === "1" ? "" : value;
      if (name === "w:lvlRestart") level.restart = toInteger(value);
      if (name === "w:isLgl") level.isLegal = isOn(value);
      if (name === "w:pStyle") abstractList?.levelsByStyle.set(value, levelIndex);
    },
    close(name) {
      if (name === "w:abstractNum") abstractList = null;
      if (name === "w:num") list = null;
      if (name === "w:lvl") level = null;
    },
  });
  return { abstractLists, lists };
}

function parseStyles(xml: string): Map<string, Style> {
  const styles = new Map<string, Style>();
  let style: Style | null = null;
  visitXml(xml, {
    open(name, attributes, _position, parent) {
      const value = attributes["w:val"] ?? "";
      if (name === "w:style") {
        style = { basedOn: null, listId: null, level: null };
        styles.set(attributes["w:styleId"] ?? "", style);
      }
      if (!style) return;
      if (name === "w:basedOn") style.basedOn = value;
      if (name === "w:numId" && parent === "w:numPr") style.listId = value;
      if (name === "w:ilvl" && parent === "w:numPr") style.level = toInteger(value);
    },
    close(name) {
      if (name === "w:style") style = null;
    },
  });
  return styles;
}

/** Styles are based on others; a chain that is longer is a loop. */
const maxStyleDepth = 20;

function resolveStyle(
  styles: ReadonlyMap<string, Style>,
  id: string | null,
): { listId: string | null; level: number | null } {
  let listId: string | null = null;
  let level: number | null = null;
  let style = id === null ? undefined : styles.get(id);
  for (let depth = 0; style && depth < maxStyleDepth; depth++) {
    listId ??= style.listId;
    level ??= style.level;
    style = style.basedOn === null ? undefined : styles.get(style.basedOn);
  }
  return { listId, level };
}

export function isOn(value: string | undefined): boolean {
  return value !== "0" && value !== "false" && value !== "off";
}

function toInteger(value: string | undefined): number | null {
  return value !== undefined && /^-?\d{1,9}$/.test(value) ? Number(value) : null;
}
