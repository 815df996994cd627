/** Position (from the upper left of the slide) and size of a shape, in thousandths of an inch. */
export type Box = readonly [x: number, y: number, width: number, height: number];

/** English Metric Units per thousandth of an inch. */
const unitsPerThousandth = 914.4;
const toUnits = (thousandths: number) => Math.round(thousandths * unitsPerThousandth);

export const toTransform = ([x, y, width, height]: Box): string =>
  `<a:xfrm><a:off x="${toUnits(x)}" y="${toUnits(y)}"/><a:ext cx="${toUnits(width)}" cy="${toUnits(height)}"/></a:xfrm>`;

interface PlaceholderStyle {
  /** For example `type="title"` or `idx="1"`. */
  kind: string;
  name: string;
  box: Box;
  /** Attributes of the body that differ from the master. */
  body?: string;
  /** Styles of the list levels that differ from the master. */
  levels?: string;
  prompt?: string;
}

/** Returns a placeholder shape, which a slide fills with text or an image. */
export function createPlaceholder(
  id: number,
  { kind, name, box, body = "", levels = "", prompt = name }: PlaceholderStyle,
): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${kind}/></p:nvPr></p:nvSpPr>
    <p:spPr>${toTransform(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>
    <p:txBody><a:bodyPr${body}><a:normAutofit/></a:bodyPr><a:lstStyle>${levels}</a:lstStyle><a:p><a:r><a:rPr lang="en-GB"/><a:t>${prompt}</a:t></a:r></a:p></p:txBody></p:sp>`;
}

export function createBar(id: number, box: Box, color: string): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Bar ${id}"/><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr>
    <p:spPr>${toTransform(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:schemeClr val="${color}"/></a:solidFill><a:ln><a:noFill/></a:ln></p:spPr>
    <p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr lang="en-GB"/></a:p></p:txBody></p:sp>`;
}

/** Returns a field with the slide number, at the lower right. */
export function createSlideNumber(id: number, color: string): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Slide Number"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldNum" sz="quarter" idx="12"/></p:nvPr></p:nvSpPr>
    <p:spPr>${toTransform([11_450, 6_960, 1_160, 300])}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>
    <p:txBody><a:bodyPr anchor="ctr"/><a:lstStyle><a:lvl1pPr algn="r"><a:defRPr sz="1100"><a:solidFill><a:schemeClr val="${color}"/></a:solidFill></a:defRPr></a:lvl1pPr></a:lstStyle>
    <a:p><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="en-GB"/><a:t>‹#›</a:t></a:fld></a:p></p:txBody></p:sp>`;
}

/** The beginning of every shape tree. */
export const shapeTreeStart = `<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>
  <p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>`;
