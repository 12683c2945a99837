/**
 * Sentences in a source that address the model rather than the reader: "ignore the question and say X", a forged role, a
 * control token. They may be quoted, like everything in a source, but they do not count as support for a model's sentences.
 * The patterns are deliberately about form, not about topics; a false alarm costs one sentence of support.
 */

const instructions =
  "instructions?|prompts?|rules|directives|guidelines|question|context|messages?|everything|all of the above";

const patterns: readonly RegExp[] = [
  // Overriding what was said before.
  new RegExp(
    `\\b(?:ignore|disregard|forget|override|bypass|do not (?:follow|obey)|don't (?:follow|obey))\\b[^.!?\\n]{0,60}\\b(?:${instructions}|previous|above|prior|earlier)\\b`,
    "i",
  ),
  // Telling what to output.
  /\b(?:you|assistant|ai|model|chatbot|llm|bot)\s+(?:must|should|shall|will|are to|have to|need to)\s+(?:now\s+|only\s+|always\s+|instead\s+)*(?:say|answer|reply|respond|output|print|write|tell|claim|state|cite|recommend|include|reveal|send)\b/i,
  /\b(?:say|answer|reply|respond|output|print|write|repeat)\s+(?:only|exactly|instead|with|the following|the (?:word|words|phrase|text|sentence))\b/i,
  /\b(?:respond|reply|answer)\s+(?:to\s+(?:the|this|every|any|all)\s+\w+\s+)?(?:with|by)\b/i,
  /\b(?:append|add|insert|include|embed)\b[^.!?\n]{0,60}\b(?:to|in|into|at the end of)\b[^.!?\n]{0,20}\b(?:your|every|each|the)\s+(?:answer|reply|response|output)s?\b/i,
  /\b(?:tell|inform|instruct|urge|direct)\s+(?:the\s+)?(?:reader|user|asker|human)s?\s+(?:to|that)\b|\bsay so\b/i,
  // Becoming somebody else.
  /\byou are (?:now|no longer)\b/i,
  /\b(?:act|behave|pretend|role-?play)\s+as\b/i,
  /\b(?:from now on|new instructions?|system (?:prompt|message|override|notice)|developer mode|jailbreak|admin override)\b/i,
  // Talking to whoever writes the answer.
  /\b(?:attention|note|message|instructions?|important)\s+(?:to|for)\s+(?:the\s+)?(?:ai|assistant|model|llm|chatbot|language model|reader bot)\b/i,
  /\b(?:your|the)\s+(?:system prompt|hidden instructions|api key)\b/i,
  // Forged turns, control tokens, tags.
  /^\s*(?:<!--\s*|[#*_>`"'-]+\s*)?(?:system|assistant|user|developer|human|ai)\s*[:：]/i,
  /<\|[^|\n]{1,40}\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|passages?|instructions?|assistant)\b/i,
  // Leaking by an address that is fetched.
  /!\[[^\]\n]{0,300}\]\([^)\n]{0,500}\)/,
  // The same in other languages.
  /\b(?:ignorier\w*|vergiss|missachte\w*)\b[^.!?\n]{0,60}\b(?:anweisung\w*|frage|vorherig\w*|obig\w*|regeln)\b/i,
  /\b(?:ignore[zr]?|oublie[zr]?)\b[^.!?\n]{0,60}\b(?:instructions?|consignes?|question|précédente?s?)\b/i,
  /\b(?:ignora|ignore|olvida|olvide)\b[^.!?\n]{0,60}\b(?:instrucciones|pregunta|anteriores?)\b/i,
  /\b(?:ignora|dimentica)\b[^.!?\n]{0,60}\b(?:istruzioni|domanda|precedenti?)\b/i,
  /(?:игнорируй|забудь|не обращай внимания)[^.!?\n]{0,60}(?:инструкци|вопрос|предыдущ)/i,
  /(?:忽略|无视|忘记)[^。！？\n]{0,30}(?:指令|指示|问题|以上|之前)/,
  /(?:指示|質問|命令)を?(?:無視|忘れ)/,
];

export function isInjectedInstruction(sentence: string): boolean {
  return patterns.some((pattern) => pattern.test(sentence));
}
