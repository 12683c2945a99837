/**
 * Programs often set a file's title property to the file name or their own name. Such a title is replaced by the heading of
 * the text, if there is one.
 */
export function chooseTitle(property: string | null, heading: string | null): string | null {
  const written = property?.trim() ?? "";
  if (written === "") return heading;
  return isMachineMade(written) ? (heading ?? written) : written;
}

function isMachineMade(title: string): boolean {
  return (
    /^(?:untitled|title|document ?\d*|presentation ?\d*|powerpoint presentation|workbook ?\d*|slide 1)$/i.test(title) ||
    /^microsoft (?:word|powerpoint|excel) - /i.test(title) ||
    /\.(?:docx?|pptx?|xlsx?|pdf|tex|dvi|odt|indd|html?)$/i.test(title) ||
    /^(?=.*[-_])[\p{Ll}\p{N}_.-]+$/u.test(title)
  );
}
