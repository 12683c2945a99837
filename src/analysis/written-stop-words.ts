/**
 * Stop words that we list, where no published list serves. Words of content in the published Hindi list (`घर`, house; `वर्ग`,
 * class) cost 0.02 of nDCG@10, and it lacks common postpositions. A question word is rare in documents, so it would weigh much.
 */
const words = (list: string): readonly string[] => list.split(" ");

/** Postpositions, auxiliaries and question words. */
export const hindiStops = words(
  "का के की को में से पर ने है हैं था थे थी थीं " + "कौन कब कहां किस किसने किसे किसका किसकी किसके किसको कितना कितने कितनी कैसे क्यों",
);

/** Question words and polite particles. Function words carry letter pairs that are needed: without them 0.02 is lost. */
export const thaiStops = words(
  "อะไร ใคร ไหน ใด ที่ไหน ที่ใด เมื่อไร เมื่อไหร่ เมื่อใด เท่าไร เท่าไหร่ เท่าใด กี่ อย่างไร ยังไง ทำไม ไหม มั้ย บ้าง ครับ ค่ะ คะ",
);
