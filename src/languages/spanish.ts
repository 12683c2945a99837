/** Spanish: what the program knows about how the language is written and how its questions are phrased. */
import type { Language } from "./language.ts";

export const spanish: Language = {
  tag: "es",
  spacing: "words",
  questions: {
    how_to: "cómo puedo|cómo se puede|cómo hacer|cómo debo|cómo se|qué pasos",
    how_many: "cuántos|cuántas|qué número|qué porcentaje|qué proporción",
    when: "cuándo|qué año|qué fecha|qué día|qué mes|qué siglo|qué década|qué hora|qué época",
    how_much:
      "cuánto|cuánta|qué distancia|qué edad|qué altura|qué longitud|qué tamaño|con qué frecuencia|qué cantidad|qué precio|qué temperatura|qué velocidad",
    why: "por qué|qué razón|qué motivo|cuál … razón|cuál … causa|para qué",
    where: "dónde|adónde|qué país|qué ciudad|qué lugar|qué región|qué estado|qué continente",
    list: "^lista|^enumera|^nombra|cuáles son|qué tipos|qué clases|cuáles eran|cuáles fueron",
    who: "quién|quiénes|qué persona|qué presidente|qué rey",
    definition: "qué significa|definición|qué es|qué son|qué era|qué quiere decir",
    yes_no: "^es|^son|^era|^fue|^hay|^puede|^puedo|^debe|^tiene|^está|^están|^existe|^se puede",
  },
  negation: "no|nunca|jamás|ningún|ninguna|sin|ni",
  exceptions: "excepto|salvo|además de|aparte de",
  frames:
    "tipo tipos clase clases ejemplo ejemplos nombre nombres término términos palabra palabras manera forma modo porcentaje cantidad número fecha cosa cosas razón motivo propósito según normalmente generalmente habitualmente ocurre ocurrió ocurrieron sucede sucedió sucedieron pasa pasó puedo puede debo debe debes llamado llamada llama llaman conocido conocida significa significan significado sirve sirven usa usan utiliza utilizan exactamente realmente",
  forms: null,
  verbPrefixes: null,
  defines:
    "(?:es|son|era|eran|fue) (?:un|una|unos|unas|el|la|los|las|lo)|significan?|se refieren? a|quiere decir|designa|denota",
  opposites: null,
  negatingPrefixes: "in im ir des",
  counting: null,
  breadth: {
    sides: String.raw`\bcompar(?:a|ar|ación|ado|ada|en)(?!\p{L})|\bdiferencias?\b|\bdifieren?\b|se diferencian?\b|\bversus\b|\bvs\b|\bmás \p{L}+.*,.*\bo\b|\b[yo] (?:quién|cuándo|dónde|cuál|qué|cómo|por qué|cuánt[oa]s?)(?!\p{L})`,
    linked: String.raw`\b(?:cuyo|cuya|cuyos|cuyas|donde|(?:en|con|de|para|por) (?:el|la|los|las) (?:que|cual(?:es)?))\b`,
    overview: String.raw`\bresum(?:e|ir|en)\b|\bresúmeme\b|\bvisión general\b|\bpanorama general\b|^[¿¡\s]*(?:explica|explícame|describe|descríbeme|enumera|háblame|cuéntame)\b|\btodo (?:lo que .*)?(?:sobre|acerca de)\b|^[¿\s]*qué (?:dicen?|exigen?|recomiendan?|establecen?) (?<source>.*?) (?:sobre|acerca de|para|respecto)\b|^[¿\s]*cuáles son (?:los|las) (?:\p{L}+ )?(?:requisitos|reglas|normas|límites|limitaciones|opciones|pasos|principios|recomendaciones|diferencias|condiciones|ventajas)\b|^[¿\s]*qué (?:requisitos|reglas|normas|opciones|pasos|parámetros|campos|condiciones|límites)\b|^[¿\s]*cómo funcionan?\b|^[¿\s]*cómo .* (?:trata|maneja|gestiona)\b|^[¿\s]*qué (?:debo|hay que|se debe|tengo que) (?:hacer|saber|considerar|tener en cuenta)\b`,
    several: String.raw`^[¿\s]*cómo (?:se|es|son|está|están|puede|pueden|debe|deben|fueron|fue)(?!\p{L})|^[¿\s]*qué (?!eres )\p{L}{2,}s |^[¿\s]*qué (?:pasa|ocurre|sucede|puedo|puede|debo|debe|se)(?!\p{L})|^[¿\s]*cuáles (?:son|fueron|eran)(?!\p{L})|^(?:requisitos|reglas|límites|pasos|opciones|motivos)(?!\p{L})`,
    about:
      "resumen resumir resume resúmeme visión panorama general explica explícame describe descríbeme enumera háblame cuéntame todo dice dicen exige exigen recomienda recomiendan establece establecen compara comparar hacer saber considerar funciona funcionan trata maneja gestiona",
  },
  refusal: "No he encontrado una respuesta a esa pregunta en las fuentes disponibles.",
  followUps: {
    openers: "y|e|pero|o|entonces|también|qué tal|qué hay de|por qué",
    pointers: "él|ella|ellos|ellas|su|sus|esto|eso|ese|esa|allí|ahí",
  },
  talk: {
    hello: "hola|buenos días|buenas tardes|buenas noches|buenas",
    thanks: "gracias|muchas gracias|mil gracias",
    goodbye: "adiós|hasta luego|hasta pronto",
    ability: "qué puedes hacer|qué sabes hacer|qué puede hacer|quién eres|ayuda|qué sabes|qué puedo preguntarte",
  },
  replies: {
    hello: "¡Hola! Soy {name}.",
    introduction: "Soy {name}.",
    thanks: "De nada.",
    goodbye: "Adiós.",
    sources: "Respondo a partir de estas fuentes: {titles}.",
    noSources: "Todavía no tengo fuentes.",
    examples: "Puede preguntarme, por ejemplo:",
    about: "¿Qué dicen las fuentes sobre {subject}?",
  },
  numbers: "dos tres cuatro cinco seis siete ocho nueve diez doce cien mil millones",
  reasons: "porque|debido a|ya que",
  eras: "siglos?",
  abbreviations: {
    titles: "sr sra srta sres d dña dr dra prof ing lic gral sto sta fr mons excmo excma ilmo ilma pbro cnel tte rvdo",
    references: "núm n.º art arts cap fig pág págs p pp vol t ed aprox ref refs ec secc",
    others: "etc ee.uu ej p.ej a.c d.c a.m p.m cía ud uds vd vds tel av avda máx mín s.a",
    starters:
      "el la los las un una unos unas él ella ellos ellas en a al de del por para con y pero o si cuando como este esta estos estas ese esa su sus se no también después antes desde según",
    ordinals: false,
  },
  capitalNouns: false,
};
