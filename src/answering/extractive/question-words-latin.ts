/** How the languages of western and northern Europe ask. Read by `question-kind.ts`; the notation is described in `question-phrases.ts`. */
import type { QuestionPhrases } from "./question-phrases.ts";

const en: QuestionPhrases = {
  how_to:
    "how to|how do i|how do you|how do we|how can i|how can you|how can we|how should i|how should you|how should we|how does one|steps to|what steps",
  how_many: "how many|what number of|what percentage|what percent|what proportion|what fraction",
  when: "when|what year|which year|what date|which date|what day|which day|what month|which month|what century|which century|what decade|which decade|what time|what era|how long ago|what period",
  how_much:
    "how much|how long|how far|how old|how tall|how high|how big|how large|how heavy|how fast|how deep|how wide|how often|how hot|how cold|how frequently|what price|what amount|what size|what temperature|what speed",
  why: "why|what reason|what … reason|what caused|what causes|how come|what … cause|what … purpose",
  where:
    "where|what country|which country|what city|which city|what state|which state|what town|which town|what place|which place|what region|which region|what location|which location|what continent|which continent|what county|what village|what area|what countries|which countries|what cities|which cities",
  list: "^list|^name|what are the|what are some|which … are|what kinds|what types|what were the|who are the|who were the",
  who: "who|whom|whose|what person|which person|what president|which president|what king|which king|what scientist|which scientist",
  definition:
    "^define|definition of|meaning of|^what is|^what's|^what are|^what was|^what were|what does … mean|what … stand for",
  yes_no: "^is|^are|^was|^were|^do|^does|^did|^can|^could|^should|^has|^have|^had|^will|^would|^may|^must|^am",
};

const de: QuestionPhrases = {
  how_to: "wie kann ich|wie kann man|wie mache ich|wie macht man|wie … ich|wie … man|welche schritte|wie geht",
  how_many: "wie viele|wieviele|welche anzahl|wie viel prozent|welcher prozentsatz|welcher anteil|wie hoch … anteil",
  when: "wann|welches jahr|welchem jahr|welches datum|welchem datum|welcher tag|welchem tag|welchem monat|welches jahrhundert|welchem jahrhundert|welchem jahrzehnt|seit wann|wie spät|zu welcher zeit",
  how_much:
    "wie viel|wieviel|wie lange|wie lang|wie weit|wie alt|wie groß|wie hoch|wie schwer|wie schnell|wie tief|wie breit|wie oft|wie häufig|wie heiß|wie kalt|wie teuer",
  why: "warum|weshalb|wieso|weswegen|aus welchem grund|welcher grund|was … grund|wozu",
  where:
    "wo|wohin|woher|welches land|welchem land|welche stadt|welcher stadt|welchem ort|welcher ort|welche region|welcher region|welchem staat|welchem bundesstaat|welchem kontinent",
  list: "^nenne|^nennen|^liste|welche arten|welche sind|was sind die|welche … sind",
  who: "wer|wen|wem|wessen|welche person|welcher präsident|welcher könig",
  definition: "was bedeutet|was versteht man|^definiere|definition von|^was ist|^was sind|^was war|wofür steht",
  yes_no:
    "^ist|^sind|^war|^waren|^hat|^haben|^hatte|^kann|^können|^darf|^muss|^soll|^sollte|^wird|^werden|^gibt es|^wurde|^wurden",
};

const fr: QuestionPhrases = {
  how_to: "comment faire|comment puis-je|comment peut-on|comment … je|comment … on|comment … vous|quelles étapes",
  how_many: "combien de|combien d|quel nombre|quel pourcentage|quelle proportion",
  when: "quand|quelle année|quelle date|quel jour|quel mois|quel siècle|quelle décennie|quelle heure|quelle époque|depuis quand",
  how_much:
    "combien|quelle distance|quel âge|quelle taille|quelle hauteur|quelle longueur|quelle durée|quelle quantité|quelle fréquence|quel prix|quelle température|quelle vitesse",
  why: "pourquoi|quelle raison|quelle … raison|quelle est la cause",
  where: "où|d'où|quel pays|quelle ville|quel endroit|quel lieu|quelle région|quel état|quel continent",
  list: "^liste|^énumère|^nomme|^citez|quels sont|quelles sont|quels types|quelles sortes|quels étaient",
  who: "qui|à qui|de qui|quelle personne|quel président|quel roi",
  definition: "que signifie|définition|qu'est-ce que|qu’est-ce que|c'est quoi|que veut dire|qu'est-ce qu",
  yes_no:
    "^est-ce|^est-il|^est-elle|^y a-t-il|^peut-on|^puis-je|^faut-il|^a-t-il|^a-t-elle|^existe-t-il|^sont-ils|^sont-elles",
};

const es: QuestionPhrases = {
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
};

const it: QuestionPhrases = {
  how_to: "come posso|come si può|come fare|come devo|come si|quali passi",
  how_many: "quanti|quante|quale numero|quale percentuale|che percentuale",
  when: "quando|che anno|quale anno|che data|quale data|che giorno|quale giorno|quale mese|quale secolo|che secolo|quale decennio|che ora|a che ora|quale epoca",
  how_much:
    "quanto|quanta|quale distanza|che età|quale altezza|quale lunghezza|che dimensione|con quale frequenza|quale prezzo|quale temperatura|quale velocità",
  why: "perché|quale motivo|quale ragione|per quale|qual … motivo|qual … causa",
  where:
    "dove|dov'è|quale paese|quale città|che città|che paese|quale luogo|quale regione|quale stato|quale continente",
  list: "^elenca|^nomina|quali sono|quali tipi|che tipi|quali erano|quali furono",
  who: "chi|di chi|a chi|quale persona|quale presidente|quale re",
  definition: "che cosa significa|cosa significa|definizione|che cos'è|cos'è|che cosa è|cosa sono|che cosa sono",
  yes_no: "^è|^sono|^era|^c'è|^ci sono|^può|^posso|^si può|^deve|^ha|^hanno|^esiste",
};

const pt: QuestionPhrases = {
  how_to: "como posso|como se pode|como fazer|como devo|como se|como eu|quais passos",
  how_many:
    "quantos|quantas|que número|qual o número|que percentagem|que porcentagem|qual percentual|qual a porcentagem",
  when: "quando|que ano|qual ano|que data|qual a data|que dia|que mês|que século|qual século|que década|que horas|que época",
  how_much:
    "quanto|quanta|que distância|qual a distância|que idade|que altura|qual a altura|que tamanho|com que frequência|que preço|qual o preço|que temperatura",
  why: "por que|por quê|porque|porquê|qual a razão|qual o motivo|qual a causa|para que",
  where:
    "onde|aonde|de onde|que país|qual país|que cidade|qual cidade|que lugar|qual lugar|que região|que estado|que continente",
  list: "^liste|^enumere|^cite|quais são|quais os|quais as|que tipos|quais tipos|quais eram|quais foram",
  who: "quem|de quem|a quem|que pessoa|que presidente|que rei",
  definition: "o que significa|definição|o que é|o que são|o que era|que é",
  yes_no: "^é|^são|^era|^foi|^há|^pode|^posso|^deve|^tem|^está|^existe|^existem",
};

const nl: QuestionPhrases = {
  how_to: "hoe kan ik|hoe kun je|hoe moet ik|hoe … ik|hoe … je|hoe … men|welke stappen",
  how_many: "hoeveel … procent|welk percentage|welk aantal|hoe veel",
  when: "wanneer|welk jaar|welke datum|welke dag|welke maand|welke eeuw|welk decennium|hoe laat|sinds wanneer|welke tijd|welke periode",
  how_much:
    "hoeveel|hoe lang|hoe ver|hoe oud|hoe groot|hoe hoog|hoe zwaar|hoe snel|hoe diep|hoe breed|hoe vaak|hoe warm|hoe duur",
  why: "waarom|welke reden|wat … reden|wat … oorzaak|waardoor",
  where: "waar|waarheen|waarvandaan|welk land|welke stad|welke plaats|welke regio|welke staat|welk continent",
  list: "^noem|^lijst|wat zijn de|welke soorten|welke zijn|wat waren de",
  who: "wie|van wie|aan wie|wiens|welke persoon|welke president|welke koning",
  definition: "wat betekent|definitie van|wat is|wat zijn|wat was|waar staat … voor",
  yes_no: "^is|^zijn|^was|^waren|^heeft|^hebben|^kan|^kunnen|^mag|^moet|^zal|^wordt|^worden|^bestaat",
};

const sv: QuestionPhrases = {
  how_to: "hur kan jag|hur kan man|hur gör|hur ska jag|hur … jag|hur … man|vilka steg",
  how_many: "hur många|vilket antal|hur stor andel|hur många procent|vilken andel",
  when: "när|vilket år|vilket datum|vilken dag|vilken månad|vilket århundrade|vilket årtionde|hur dags|vilken tid",
  how_much:
    "hur mycket|hur länge|hur lång|hur långt|hur gammal|hur stor|hur stort|hur hög|hur högt|hur tung|hur snabb|hur snabbt|hur djup|hur ofta|hur varmt",
  why: "varför|vilken anledning|vad … orsak|vad … anledning",
  where: "var|vart|varifrån|vilket land|vilken stad|vilken plats|vilken region|vilken delstat|vilken kontinent",
  list: "^nämn|^lista|vilka är|vilka typer|vilka sorter|vilka var",
  who: "vem|vems|vilka personer|vilken person|vilken president|vilken kung",
  definition: "vad betyder|definition av|vad är|vad var|vad menas|vad står … för",
  yes_no: "^är|^var det|^har|^hade|^kan|^får|^måste|^ska|^finns|^blir|^gör|^går",
};

const da: QuestionPhrases = {
  how_to: "hvordan kan jeg|hvordan kan man|hvordan gør|hvordan skal jeg|hvordan … jeg|hvordan … man|hvilke trin",
  how_many: "hvor mange|hvilket antal|hvor stor en andel|hvilken andel|hvor mange procent",
  when: "hvornår|hvilket år|hvilken dato|hvilken dag|hvilken måned|hvilket århundrede|hvilket årti|hvad tid",
  how_much:
    "hvor meget|hvor længe|hvor lang|hvor langt|hvor gammel|hvor stor|hvor stort|hvor høj|hvor højt|hvor tung|hvor hurtig|hvor hurtigt|hvor dyb|hvor ofte|hvor varmt",
  why: "hvorfor|hvilken grund|hvad … grund|hvad … årsag",
  where: "hvor|hvorhen|hvorfra|hvilket land|hvilken by|hvilket sted|hvilken region|hvilken stat|hvilket kontinent",
  list: "^nævn|^list|hvilke er|hvilke typer|hvilke slags|hvad er de|hvilke var",
  who: "hvem|hvis|hvilken person|hvilken præsident|hvilken konge",
  definition: "hvad betyder|definition af|hvad er|hvad var|hvad menes|hvad står … for",
  yes_no: "^er|^var|^har|^havde|^kan|^må|^skal|^findes|^bliver|^blev|^gør",
};

const no: QuestionPhrases = {
  how_to: "hvordan kan jeg|hvordan kan man|hvordan gjør|hvordan skal jeg|hvordan … jeg|hvordan … man|hvilke steg",
  how_many: "hvor mange|hvilket antall|hvor stor andel|hvilken andel|hvor mange prosent",
  when: "når|hvilket år|hvilken dato|hvilken dag|hvilken måned|hvilket århundre|hvilket tiår|hvilken tid",
  how_much:
    "hvor mye|hvor lenge|hvor lang|hvor langt|hvor gammel|hvor stor|hvor stort|hvor høy|hvor høyt|hvor tung|hvor rask|hvor raskt|hvor dyp|hvor ofte|hvor varmt",
  why: "hvorfor|hvilken grunn|hva … grunn|hva … årsak",
  where: "hvor|hvorhen|hvorfra|hvilket land|hvilken by|hvilket sted|hvilken region|hvilken stat|hvilket kontinent",
  list: "^nevn|^list|hvilke er|hvilke typer|hvilke slags|hva er de|hvilke var",
  who: "hvem|hvilken person|hvilken president|hvilken konge",
  definition: "hva betyr|definisjon av|hva er|hva var|hva menes|hva står … for",
  yes_no: "^er|^var|^har|^hadde|^kan|^må|^skal|^finnes|^blir|^ble|^gjør",
};

const fi: QuestionPhrases = {
  how_to: "miten voin|miten voi|kuinka voin|kuinka voi|miten tehdään|miten … minä|mitä vaiheita",
  how_many: "kuinka monta|kuinka moni|montako|mikä määrä|kuinka suuri osuus|mikä osuus|kuinka monessa",
  when: "milloin|koska|minä vuonna|mikä vuosi|minä päivänä|missä kuussa|millä vuosisadalla|millä vuosikymmenellä|mihin aikaan|mistä lähtien",
  how_much:
    "kuinka paljon|paljonko|kuinka kauan|kuinka pitkä|kuinka vanha|kuinka suuri|kuinka korkea|kuinka painava|kuinka nopea|kuinka syvä|kuinka usein|miten usein",
  why: "miksi|mistä syystä|minkä takia|minkä vuoksi|mikä … syy",
  where: "missä|mihin|mistä|minne|mikä maa|missä maassa|missä kaupungissa|mikä kaupunki|mikä paikka",
  list: "^luettele|^nimeä|mitkä ovat|mitkä olivat|mitä … ovat|minkä tyyppisiä",
  who: "kuka|ketkä|kenen|kenet|kenelle|kuka henkilö",
  definition: "mitä tarkoittaa|mitä … tarkoittaa|määritelmä|mikä on|mitä on|mikä oli|mitä ovat",
  yes_no: "^onko|^ovatko|^oliko|^olivatko|^voiko|^voinko|^voivatko|^pitääkö|^saako|^täytyykö",
};

const ro: QuestionPhrases = {
  how_to: "cum pot|cum se poate|cum să|cum trebuie|cum se|ce pași",
  how_many: "câți|câte|ce număr|ce procent|ce proporție",
  when: "când|ce an|care an|ce dată|ce zi|ce lună|ce secol|ce deceniu|la ce oră|ce perioadă",
  how_much: "cât|câtă|cât de|ce distanță|ce vârstă|ce înălțime|ce lungime|ce mărime|ce preț|ce temperatură|ce viteză",
  why: "de ce|din ce motiv|care … motivul|care … cauza",
  where: "unde|de unde|încotro|ce țară|care țară|ce oraș|care oraș|ce loc|ce regiune|ce stat|ce continent",
  list: "^enumeră|^listează|^numește|care sunt|ce tipuri|ce feluri|care au fost|care erau",
  who: "cine|cui|pe cine|al cui|ce persoană|ce președinte|ce rege",
  definition: "ce înseamnă|definiția|ce este|ce sunt|ce era|ce e",
  yes_no: "^este|^sunt|^era|^a fost|^are|^au|^poate|^pot|^trebuie|^există",
};

/** By primary language subtag. */
export const latinPhrases: Readonly<Record<string, QuestionPhrases>> = {
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  sv,
  da,
  no,
  fi,
  ro,
  nb: no,
  nn: no,
};
