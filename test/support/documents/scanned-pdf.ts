/** A PDF whose pages are pictures in black and white, as scanners make them. */
import { inflateSync } from "node:zlib";

/** @param pictures PNG of one bit a pixel, not interlaced, whose rows are not filtered; each fills a page at 200 dpi. */
export function scannedPdf(pictures: readonly Uint8Array[]): Uint8Array {
  const objects: Uint8Array[] = [];
  const add = (head: string, data?: Uint8Array) => {
    const stream = data === undefined ? [] : [Buffer.from("\nstream\n"), data, Buffer.from("\nendstream")];
    objects.push(
      Buffer.concat([Buffer.from(`${objects.length + 1} 0 obj\n${head}`), ...stream, Buffer.from("\nendobj\n")]),
    );
    return objects.length;
  };
  const pages = pictures.map((_, i) => 3 + 3 * i);
  add("<< /Type /Catalog /Pages 2 0 R >>");
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((page) => `${page} 0 R`).join(" ")}] >>`);
  for (const [i, page] of pages.entries()) {
    const { width, height, rows } = bitsOf(pictures[i]!);
    const [w, h] = [(width * 72) / 200, (height * 72) / 200];
    const content = Buffer.from(`q ${w} 0 0 ${h} 0 0 cm /P Do Q`);
    const resources = `<< /XObject << /P ${page + 2} 0 R >> >>`;
    add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${h}] /Contents ${page + 1} 0 R /Resources ${resources} >>`);
    add(`<< /Length ${content.length} >>`, content);
    const form = `/Width ${width} /Height ${height} /BitsPerComponent 1 /ColorSpace /DeviceGray`;
    add(`<< /Type /XObject /Subtype /Image ${form} /Length ${rows.length} >>`, rows);
  }
  return assembled(objects);
}

/** The picture so many times below each other, as PBM, where bits that are set are black. */
export function stacked(png: Uint8Array, times: number): Uint8Array {
  const { width, height, rows } = bitsOf(png);
  const black = rows.map((byte) => byte ^ 0xff);
  return Buffer.concat([Buffer.from(`P4\n${width} ${height * times}\n`), ...Array<Uint8Array>(times).fill(black)]);
}

/** Grey, as PGM, each pixel the mean of those that are at most so far away; in three equal colours, as PPM. */
export function blurred(png: Uint8Array, { times, reach }: { readonly times: number; readonly reach: number }) {
  const { width, height: once, rows } = bitsOf(png);
  const height = once * times;
  const bytesOfRow = rows.length / once;
  let light = Float64Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width) % once];
    return ((rows[y * bytesOfRow + (x >> 3)]! >> (7 - (x & 7))) & 1) * 255;
  });
  for (const step of [1, width]) light = meansOf(light, step, reach);
  const as = (kind: "P5" | "P6", colours: number) =>
    Buffer.concat([
      Buffer.from(`${kind}\n${width} ${height}\n255\n`),
      Uint8Array.from({ length: light.length * colours }, (_, i) => light[Math.floor(i / colours)]!),
    ]);
  return { grey: as("P5", 1), coloured: as("P6", 3) };
}

/** Of each value and those that are at most `reach` steps before and behind it; where there are none, the value itself counts. */
function meansOf(values: Float64Array, step: number, reach: number): Float64Array<ArrayBuffer> {
  const means = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    let sum = 0;
    for (let by = -reach; by <= reach; by++) sum += values[i + by * step] ?? values[i]!;
    means[i] = sum / (2 * reach + 1);
  }
  return means;
}

function bitsOf(png: Uint8Array): { readonly width: number; readonly height: number; readonly rows: Uint8Array } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const packed: Uint8Array[] = [];
  for (let at = 8; at < png.length; at += 12 + view.getUint32(at)) {
    if (new TextDecoder().decode(png.subarray(at + 4, at + 8)) === "IDAT")
      packed.push(png.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  const filtered = inflateSync(Buffer.concat(packed));
  const row = Math.ceil(width / 8);
  const rows = Array.from({ length: height }, (_, y) => {
    if (filtered[y * (row + 1)] !== 0) throw new Error("the rows of the picture are filtered");
    return filtered.subarray(y * (row + 1) + 1, (y + 1) * (row + 1));
  });
  return { width, height, rows: Buffer.concat(rows) };
}

function assembled(objects: readonly Uint8Array[]): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from("%PDF-1.4\n")];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const object of objects) {
    offsets.push(length);
    parts.push(object);
    length += object.length;
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const table = `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries}`;
  const end = `trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + end)]);
}
