/** A PDF of some kilobytes that takes long to read: its page tree names the same page again and again. */
export function pageListedOften(times: number, text: string): Uint8Array {
  const content = `BT /F1 12 Tf 72 720 Td (${text}: the pump stands in the hall.) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${times} /Kids [${"3 0 R ".repeat(times)}] >>`,
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let file = "%PDF-1.4\n";
  const starts = objects.map((body, i) => {
    const start = file.length;
    file += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return start;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const start of starts) file += `${String(start).padStart(10, "0")} 00000 n \n`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return new TextEncoder().encode(file);
}
