/** What an expert says when its memory does not hold the answer. */
import { primarySubtag } from "../../text/abbreviations.ts";

const refusals: ReadonlyMap<string, string> = new Map([
  ["en", "I could not find an answer to that in the available sources."],
  ["de", "Dazu habe ich in den vorhandenen Quellen keine Antwort gefunden."],
  ["fr", "Je n’ai pas trouvé de réponse à cette question dans les sources disponibles."],
  ["es", "No he encontrado una respuesta a esa pregunta en las fuentes disponibles."],
  ["it", "Non ho trovato una risposta a questa domanda nelle fonti disponibili."],
  ["pt", "Não encontrei resposta para essa pergunta nas fontes disponíveis."],
  ["nl", "Ik heb hierop geen antwoord gevonden in de beschikbare bronnen."],
  ["sv", "Jag hittade inget svar på det i de tillgängliga källorna."],
  ["da", "Jeg fandt ikke noget svar på det i de tilgængelige kilder."],
  ["no", "Jeg fant ikke noe svar på det i de tilgjengelige kildene."],
  ["nb", "Jeg fant ikke noe svar på det i de tilgjengelige kildene."],
  ["nn", "Eg fann ikkje noko svar på det i dei tilgjengelege kjeldene."],
  ["fi", "En löytänyt vastausta tähän käytettävissä olevista lähteistä."],
  ["ru", "В доступных источниках не нашлось ответа на этот вопрос."],
  ["ar", "لم أجد إجابة عن هذا السؤال في المصادر المتاحة."],
  ["hi", "उपलब्ध स्रोतों में मुझे इसका उत्तर नहीं मिला।"],
  ["tr", "Mevcut kaynaklarda bu sorunun yanıtını bulamadım."],
  ["el", "Δεν βρήκα απάντηση σε αυτό στις διαθέσιμες πηγές."],
  ["ro", "Nu am găsit un răspuns la această întrebare în sursele disponibile."],
  ["vi", "Tôi không tìm thấy câu trả lời cho câu hỏi này trong các nguồn hiện có."],
  ["zh", "在现有资料中没有找到这个问题的答案。"],
  ["zh-hant", "在現有資料中沒有找到這個問題的答案。"],
  ["ja", "利用できる資料の中に、その答えは見つかりませんでした。"],
  ["ko", "이용할 수 있는 자료에서 이 질문에 대한 답을 찾지 못했습니다."],
  ["th", "ไม่พบคำตอบของคำถามนี้ในแหล่งข้อมูลที่มีอยู่"],
]);

/** In the expert's language (BCP 47); in English where that is not known. */
export function refusalFor(language: string): string {
  const traditional = /^zh-(?:hant|tw|hk|mo)\b/i.test(language);
  return refusals.get(traditional ? "zh-hant" : primarySubtag(language)) ?? refusals.get("en")!;
}
