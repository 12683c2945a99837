/** Whether a sentence is on a line of its own: a list item or a normalised table row (`Name: Ada; Born: 1815`). */
export function isLineUnit(sentence: string): boolean {
  return (
    /^(?:[-*+•‣◦▪·–—]|\d{1,3}[.)]|[a-zA-Z]\)|\([a-zA-Z\d]{1,3}\))\s/u.test(sentence) ||
    /^[^:;.\n]{1,60}: [^;\n]{0,400}; [^:;\n]{1,60}: /u.test(sentence)
  );
}
