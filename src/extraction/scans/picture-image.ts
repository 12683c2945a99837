/** Pictures as the images of a PDF, which holds JPEG and the usual kinds of PNG as they are (PDF 32000-1, 7.4 and 8.9). */
import { jpegSegments, mostPicturePixels } from "./picture-file.ts";

export interface EmbeddedImage {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
  readonly facts: Readonly<Record<string, unknown>>;
}

const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1 };
const spaces: Readonly<Record<number, string>> = { 1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK" };

/** Null: a PDF cannot have it as it is, because it is interlaced, transparent or of 16 bits. @throws RangeError if it is cut off */
export function imageOfPng(bytes: Uint8Array): EmbeddedImage | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [depth, kind, interlaced] = [view.getUint8(24), view.getUint8(25), view.getUint8(28)];
  const colours = channels[kind];
  const isUsual = depth <= 8 && interlaced === 0 && width * height <= mostPicturePixels;
  if (colours === undefined || !isUsual) return null;
  const { data, palette, isTransparent } = pngParts(bytes, view);
  if (isTransparent || lacksPalette(kind, palette)) return null;
  const DecodeParms = { Predictor: 15, Colors: colours, BitsPerComponent: depth, Columns: width };
  const ColorSpace = palette === null ? spaces[colours] : ["Indexed", "DeviceRGB", palette.length / 3 - 1, palette];
  const facts = { ColorSpace, BitsPerComponent: depth, Filter: "FlateDecode", DecodeParms };
  return { width, height, bytes: Buffer.concat(data), facts };
}

function pngParts(bytes: Uint8Array, view: DataView) {
  const data: Uint8Array[] = [];
  let palette: Uint8Array | null = null;
  let isTransparent = false;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const name = view.getUint32(at + 4);
    const content = bytes.subarray(at + 8, at + 8 + view.getUint32(at));
    if (name === 0x49444154) data.push(content); // IDAT
    if (name === 0x504c5445) palette = content; // PLTE
    if (name === 0x74524e53) isTransparent = true; // tRNS
  }
  return { data, palette: palette as Uint8Array | null, isTransparent };
}

/** Null: it is of a kind that PDF does not have. @throws RangeError if it is cut off */
export function imageOfJpeg(bytes: Uint8Array): EmbeddedImage | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const segments = [...jpegSegments(view)];
  const isInverted = segments.some(({ marker, at }) => marker === 0xee && view.getUint32(at + 4) === 0x41646f62); // Adobe
  const frame = segments.find(({ marker }) => marker >= 0xc0 && marker <= 0xc2);
  return frame === undefined ? null : frameImage(bytes, view, { at: frame.at, isInverted });
}

const lacksPalette = (kind: number, palette: Uint8Array | null) => kind === 3 && palette === null;

interface JpegFrame {
  readonly at: number;
  readonly isInverted: boolean;
}

function frameImage(bytes: Uint8Array, view: DataView, { at, isInverted }: JpegFrame): EmbeddedImage | null {
  const [depth, height, width] = [view.getUint8(at + 4), view.getUint16(at + 5), view.getUint16(at + 7)];
  const colours = view.getUint8(at + 9);
  const ColorSpace = spaces[colours];
  if (depth !== 8 || ColorSpace === undefined) return null;
  const Decode = colours === 4 && isInverted ? [1, 0, 1, 0, 1, 0, 1, 0] : undefined;
  const facts = { ColorSpace, BitsPerComponent: depth, Filter: "DCTDecode", ...(Decode && { Decode }) };
  return { width, height, bytes, facts };
}
