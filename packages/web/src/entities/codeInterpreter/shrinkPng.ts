/** In pixels. A picture that is not wider or higher is shown as it is. */
const maxEdge = 1_600;

/** Returns the size of the smaller picture; null if the picture is small already. */
function getSmallSize(width: number, height: number): { width: number; height: number } | null {
  const scale = maxEdge / Math.max(width, height);
  if (scale >= 1) return null;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Returns a smaller picture of the same; null if it is small already, or cannot be read. */
export async function shrinkPng(content: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(content).catch(() => null);
  if (!picture) return null;
  try {
    const size = getSmallSize(picture.width, picture.height);
    const context = size && new OffscreenCanvas(size.width, size.height).getContext("2d");
    if (!size || !context) return null;
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, size.width, size.height);
    return await context.canvas.convertToBlob({ type: "image/png" });
  } catch {
    return null;
  } finally {
    picture.close();
  }
}
