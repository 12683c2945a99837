/** A text as the content of a document: its UTF-8 bytes, in one piece. */
export async function* textBytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
