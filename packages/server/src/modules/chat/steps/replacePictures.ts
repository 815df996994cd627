const embeddedPicture = /!\[([^\]\n]{0,300})\]\(data:image\/[^)\s]*\)/g;

/** Replaces the pictures in an answer by their names. As text, a picture would take more tokens than any chat. */
export function replacePictures(content: string): string {
  return content.includes("](data:image/") ? content.replace(embeddedPicture, "[$1]") : content;
}
