/** A text as what a document's content is taken in as: its UTF-8 bytes, in one piece. */
export async function* textBytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
