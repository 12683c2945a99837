/**
 * An estimate of how many tokens a language model would see. No tokenizer is bundled: every model has its own. Words
 * of alphabetic scripts count one token for each started four letters, other visible characters one each, as the
 * published rules of thumb for byte-pair vocabularies have it (about 0.75 English words a token).
 */
const unit =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{M}]+|\p{N}{1,3}|[^\s]/gu;

export function estimateTokens(text: string): number {
  let count = 0;
  for (const [piece] of text.matchAll(unit)) count += piece.length <= 6 ? 1 : Math.ceil(piece.length / 4);
  return count;
}
