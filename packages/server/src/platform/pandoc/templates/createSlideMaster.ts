import { type Box, createBar, createPlaceholder, createSlideNumber, shapeTreeStart } from "./slideShapes.ts";

export const titleBox: Box = [720, 420, 11_890, 900];
export const bodyBox: Box = [720, 1_480, 11_890, 5_350];

/** Font sizes of the list levels in points. */
const levelSizes = [20, 18, 16, 16, 16];
/** Indent per list level, in English Metric Units. */
const levelIndent = 285_750;

/** Returns the slide master of all layouts: the title above the text, and the styles of both. */
export function createSlideMaster(namespaces: string, layoutCount: number): string {
  const ids = Array.from({ length: layoutCount }, (_, index) => index + 1);
  return `<p:sldMaster ${namespaces}>
    <p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill><a:effectLst/></p:bgPr></p:bg><p:spTree>${shapeTreeStart}
      ${createBar(2, [0, 560, 110, 620], "accent1")}
      ${createPlaceholder(3, { kind: 'type="title"', name: "Title", box: titleBox, body: ' anchor="ctr"' })}
      ${createPlaceholder(4, { kind: 'type="body" idx="1"', name: "Text", box: bodyBox })}
      ${createSlideNumber(5, "accent6")}
    </p:spTree></p:cSld>
    <p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>
    <p:sldLayoutIdLst>${ids.map((id) => `<p:sldLayoutId id="${2_147_483_648 + id}" r:id="rId${id}"/>`).join("")}</p:sldLayoutIdLst>
    <p:txStyles>
      <p:titleStyle><a:lvl1pPr algn="l"><a:lnSpc><a:spcPct val="95000"/></a:lnSpc><a:buNone/>${createRunProperties(28, "tx2", ' b="1"')}</a:lvl1pPr></p:titleStyle>
      <p:bodyStyle>${levelSizes.map(createLevelStyle).join("")}</p:bodyStyle>
      <p:otherStyle><a:lvl1pPr>${createRunProperties(18, "tx1")}</a:lvl1pPr></p:otherStyle>
    </p:txStyles>
  </p:sldMaster>`;
}

function createLevelStyle(size: number, index: number): string {
  const left = levelIndent * (index + 1);
  return `<a:lvl${index + 1}pPr marL="${left}" indent="-${levelIndent}" algn="l">
    <a:lnSpc><a:spcPct val="100000"/></a:lnSpc><a:spcBef><a:spcPts val="${index === 0 ? 700 : 350}"/></a:spcBef>
    <a:buClr><a:schemeClr val="accent1"/></a:buClr><a:buFont typeface="Arial"/><a:buChar char="${index % 2 === 0 ? "•" : "–"}"/>
    ${createRunProperties(size, "tx1")}</a:lvl${index + 1}pPr>`;
}

export const createRunProperties = (size: number, color: string, attributes = "") =>
  `<a:defRPr sz="${size * 100}"${attributes} kern="1200"><a:solidFill><a:schemeClr val="${color}"/></a:solidFill><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr>`;
