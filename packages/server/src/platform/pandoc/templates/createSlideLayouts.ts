import { bodyBox, createRunProperties, titleBox } from "./createSlideMaster.ts";
import { type Box, createBar, createPlaceholder, createSlideNumber, shapeTreeStart } from "./slideShapes.ts";

interface Layout {
  /** Pandoc looks the layout up by this name. */
  name: string;
  type: string;
  shapes: readonly string[];
  /** True if the background is dark, as for title slides. */
  isDark?: boolean;
}

const createTitle = (box: Box = titleBox) =>
  createPlaceholder(2, { kind: 'type="title"', name: "Title", box, body: ' anchor="ctr"' });
const createContent = (id: number, idx: number, box: Box) =>
  createPlaceholder(id, { kind: `idx="${idx}"`, name: `Content ${idx}`, box });
const createTextPlaceholder = (id: number, idx: number, box: Box, size: number, attributes = "") =>
  createPlaceholder(id, {
    kind: `type="body" idx="${idx}"`,
    name: `Text ${idx}`,
    box,
    body: ' anchor="b"',
    levels: `<a:lvl1pPr marL="0" indent="0"><a:buNone/>${createRunProperties(size, "tx1", attributes)}</a:lvl1pPr>`,
  });

const columnWidth = 5_800;
const rightColumnX = 6_810;
const createLightLevel = (size: number) =>
  `<a:lvl1pPr marL="0" indent="0" algn="l"><a:buNone/>${createRunProperties(size, "bg1")}</a:lvl1pPr>`;
const createBoldLightLevel = (size: number) =>
  `<a:lvl1pPr algn="l"><a:buNone/>${createRunProperties(size, "bg1", ' b="1"')}</a:lvl1pPr>`;

const layouts: readonly Layout[] = [
  {
    name: "Title Slide",
    type: "title",
    isDark: true,
    shapes: [
      createBar(6, [1_000, 4_330, 1_500, 70], "accent1"),
      createPlaceholder(2, {
        kind: 'type="ctrTitle"',
        name: "Title",
        box: [1_000, 1_600, 11_300, 2_500],
        body: ' anchor="b"',
        levels: createBoldLightLevel(40),
      }),
      createPlaceholder(3, {
        kind: 'type="subTitle" idx="1"',
        name: "Subtitle",
        box: [1_000, 4_600, 11_300, 1_200],
        levels: createLightLevel(20),
      }),
    ],
  },
  {
    name: "Title and Content",
    type: "obj",
    shapes: [createTitle(), createContent(3, 1, bodyBox), createSlideNumber(5, "accent6")],
  },
  {
    name: "Section Header",
    type: "secHead",
    isDark: true,
    shapes: [
      createBar(6, [1_000, 4_130, 1_500, 70], "accent1"),
      createPlaceholder(2, {
        kind: 'type="title"',
        name: "Title",
        box: [1_000, 1_500, 11_300, 2_400],
        body: ' anchor="b"',
        levels: createBoldLightLevel(36),
      }),
      createPlaceholder(3, {
        kind: 'type="body" idx="1"',
        name: "Text",
        box: [1_000, 4_400, 11_300, 1_200],
        levels: createLightLevel(20),
      }),
      createSlideNumber(5, "bg1"),
    ],
  },
  {
    name: "Two Content",
    type: "twoObj",
    shapes: [
      createTitle(),
      createContent(3, 1, [720, 1_480, columnWidth, 5_350]),
      createContent(4, 2, [rightColumnX, 1_480, columnWidth, 5_350]),
      createSlideNumber(5, "accent6"),
    ],
  },
  {
    name: "Comparison",
    type: "twoTxTwoObj",
    shapes: [
      createTitle(),
      createTextPlaceholder(3, 1, [720, 1_480, columnWidth, 700], 20, ' b="1"'),
      createContent(4, 2, [720, 2_250, columnWidth, 4_580]),
      createTextPlaceholder(6, 3, [rightColumnX, 1_480, columnWidth, 700], 20, ' b="1"'),
      createContent(7, 4, [rightColumnX, 2_250, columnWidth, 4_580]),
      createSlideNumber(5, "accent6"),
    ],
  },
  {
    name: "Content with Caption",
    type: "objTx",
    shapes: [
      createTitle(),
      createContent(3, 1, [5_400, 1_480, 7_210, 5_350]),
      createPlaceholder(4, { kind: 'type="body" sz="half" idx="2"', name: "Caption", box: [720, 1_480, 4_400, 5_350] }),
      createSlideNumber(5, "accent6"),
    ],
  },
  { name: "Blank", type: "blank", shapes: [createSlideNumber(5, "accent6")] },
];

/** Returns the layout parts of our PowerPoint template. */
export function createSlideLayouts(namespaces: string): string[] {
  return layouts.map(({ name, type, shapes, isDark = false }) => {
    const background =
      '<p:bg><p:bgPr><a:solidFill><a:schemeClr val="tx2"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>';
    return `<p:sldLayout ${namespaces} type="${type}" preserve="1"${isDark || type === "blank" ? ' showMasterSp="0"' : ""}>
      <p:cSld name="${name}">${isDark ? background : ""}<p:spTree>${shapeTreeStart}${shapes.join("")}</p:spTree></p:cSld>
      <p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`;
  });
}
