import { bodyBox, run, titleBox } from "./slideMaster.ts";
import { type Box, bar, placeholder, slideNumber, treeStart } from "./slideShapes.ts";

interface Layout {
  /** Pandoc looks the layout up by this name. */
  name: string;
  type: string;
  shapes: readonly string[];
  /** True if the background is dark, as for title slides. */
  isDark?: boolean;
}

const title = (box: Box = titleBox) =>
  placeholder(2, { kind: 'type="title"', name: "Title", box, body: ' anchor="ctr"' });
const content = (id: number, idx: number, box: Box) =>
  placeholder(id, { kind: `idx="${idx}"`, name: `Content ${idx}`, box });
const textPlaceholder = (id: number, idx: number, box: Box, size: number, attributes = "") =>
  placeholder(id, {
    kind: `type="body" idx="${idx}"`,
    name: `Text ${idx}`,
    box,
    body: ' anchor="b"',
    levels: `<a:lvl1pPr marL="0" indent="0"><a:buNone/>${run(size, "tx1", attributes)}</a:lvl1pPr>`,
  });

const columnWidth = 5_800;
const right = 6_810;
const lightLevel = (size: number) =>
  `<a:lvl1pPr marL="0" indent="0" algn="l"><a:buNone/>${run(size, "bg1")}</a:lvl1pPr>`;
const boldLightLevel = (size: number) => `<a:lvl1pPr algn="l"><a:buNone/>${run(size, "bg1", ' b="1"')}</a:lvl1pPr>`;

const layouts: readonly Layout[] = [
  {
    name: "Title Slide",
    type: "title",
    isDark: true,
    shapes: [
      bar(6, [1_000, 4_330, 1_500, 70], "accent1"),
      placeholder(2, {
        kind: 'type="ctrTitle"',
        name: "Title",
        box: [1_000, 1_600, 11_300, 2_500],
        body: ' anchor="b"',
        levels: boldLightLevel(40),
      }),
      placeholder(3, {
        kind: 'type="subTitle" idx="1"',
        name: "Subtitle",
        box: [1_000, 4_600, 11_300, 1_200],
        levels: lightLevel(20),
      }),
    ],
  },
  { name: "Title and Content", type: "obj", shapes: [title(), content(3, 1, bodyBox), slideNumber(5, "accent6")] },
  {
    name: "Section Header",
    type: "secHead",
    isDark: true,
    shapes: [
      bar(6, [1_000, 4_130, 1_500, 70], "accent1"),
      placeholder(2, {
        kind: 'type="title"',
        name: "Title",
        box: [1_000, 1_500, 11_300, 2_400],
        body: ' anchor="b"',
        levels: boldLightLevel(36),
      }),
      placeholder(3, {
        kind: 'type="body" idx="1"',
        name: "Text",
        box: [1_000, 4_400, 11_300, 1_200],
        levels: lightLevel(20),
      }),
      slideNumber(5, "bg1"),
    ],
  },
  {
    name: "Two Content",
    type: "twoObj",
    shapes: [
      title(),
      content(3, 1, [720, 1_480, columnWidth, 5_350]),
      content(4, 2, [right, 1_480, columnWidth, 5_350]),
      slideNumber(5, "accent6"),
    ],
  },
  {
    name: "Comparison",
    type: "twoTxTwoObj",
    shapes: [
      title(),
      textPlaceholder(3, 1, [720, 1_480, columnWidth, 700], 20, ' b="1"'),
      content(4, 2, [720, 2_250, columnWidth, 4_580]),
      textPlaceholder(6, 3, [right, 1_480, columnWidth, 700], 20, ' b="1"'),
      content(7, 4, [right, 2_250, columnWidth, 4_580]),
      slideNumber(5, "accent6"),
    ],
  },
  {
    name: "Content with Caption",
    type: "objTx",
    shapes: [
      title(),
      content(3, 1, [5_400, 1_480, 7_210, 5_350]),
      placeholder(4, { kind: 'type="body" sz="half" idx="2"', name: "Caption", box: [720, 1_480, 4_400, 5_350] }),
      slideNumber(5, "accent6"),
    ],
  },
  { name: "Blank", type: "blank", shapes: [slideNumber(5, "accent6")] },
];

/** Returns the layout parts of our PowerPoint template. */
export function slideLayouts(namespaces: string): string[] {
  return layouts.map(({ name, type, shapes, isDark = false }) => {
    const background =
      '<p:bg><p:bgPr><a:solidFill><a:schemeClr val="tx2"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>';
    return `<p:sldLayout ${namespaces} type="${type}" preserve="1"${isDark || type === "blank" ? ' showMasterSp="0"' : ""}>
      <p:cSld name="${name}">${isDark ? background : ""}<p:spTree>${treeStart}${shapes.join("")}</p:spTree></p:cSld>
      <p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`;
  });
}
