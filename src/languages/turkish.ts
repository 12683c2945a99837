/** Turkish: what the program knows about how the language is written and how its questions are phrased. */
import type { Language } from "./language.ts";

export const turkish: Language = {
  tag: "tr",
  spacing: "words",
  questions: {
    how_to: "nasıl yapılır|nasıl yapabilirim|nasıl yaparım|nasıl … ilir|hangi adımlar|nasıl",
    how_many: "kaç tane|kaç kişi|kaç|yüzde kaç|yüzde kaçı|hangi sayıda",
    when: "ne zaman|hangi yıl|hangi yılda|hangi tarihte|hangi gün|hangi ay|hangi ayda|hangi yüzyılda|saat kaçta|hangi dönemde|kaç yılında",
    how_much: "ne kadar|ne sıklıkla|ne kadar süre|kaç yaşında|ne uzunlukta|ne büyüklükte",
    why: "neden|niçin|niye|hangi sebeple|nedeni nedir|sebebi nedir",
    where:
      "nerede|nereye|nereden|neresi|hangi ülke|hangi ülkede|hangi şehir|hangi şehirde|hangi yerde|hangi bölge|hangi bölgede",
    list: "^listele|^say|nelerdir|hangileridir|hangi türler",
    who: "kim|kimin|kime|kimi|kimler|hangi kişi|hangi başkan|hangi kral",
    definition: "ne demek|tanımı|nedir|ne anlama gelir|ne denir",
    yes_no: "mı|mi|mu|mü|mıdır|midir|mudur|müdür|var mı",
  },
  negation: "değil|olmayan|hiç|hariç|dışında",
  opposites: null,
  negatingPrefixes: null,
  counting: null,
  breadth: null,
  refusal: "Mevcut kaynaklarda bu sorunun yanıtını bulamadım.",
  followUps: { openers: "ve|ama|veya|peki|ya|neden", pointers: "onu|onun|ona|onlar|onların|bunu|bunun|orada" },
  talk: {
    hello: "merhaba|selam|günaydın|iyi günler|iyi akşamlar",
    thanks: "teşekkürler|teşekkür ederim|çok teşekkürler|sağ ol",
    goodbye: "hoşça kal|güle güle",
    ability: "ne yapabilirsin|sen kimsin|yardım|neler biliyorsun",
  },
  replies: {
    hello: "Merhaba! Ben {name}.",
    introduction: "Ben {name}.",
    thanks: "Rica ederim.",
    goodbye: "Hoşça kalın.",
    sources: "Şu kaynaklardan yanıt veriyorum: {titles}.",
    noSources: "Henüz kaynağım yok.",
    examples: "Örneğin şunları sorabilirsiniz:",
    about: "Kaynaklar {subject} hakkında ne diyor?",
  },
  numbers: "iki üç dört beş altı yedi sekiz dokuz yüz bin milyon",
  reasons: "çünkü|nedeniyle",
  eras: "yüzyıl|yüzyılda",
  abbreviations: {
    titles: "dr prof doç av sn hz",
    references: "no s cilt bkz md şek",
    others: "vb vs vd örn yy yak m.ö m.s tel",
    starters: "bu şu o bir ve ama fakat ancak eğer sonra önce için ise da de ile çok her",
    ordinals: true,
  },
  capitalNouns: false,
};
