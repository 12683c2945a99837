/**
 * How the languages ask. Phrases, in lower case, tried in the order of `kindOrder`; `^` asks for the start of the
 * question, `…` stands for up to three words between. They are read by `question-kind.ts`.
 */
export type QuestionKind =
  | "who"
  | "when"
  | "where"
  | "how_many"
  | "how_much"
  | "how_to"
  | "yes_no"
  | "definition"
  | "list"
  | "why"
  | "other";

/** The first kind that matches is taken: what narrows the answer most comes first. */
export const kindOrder = [
  "how_to",
  "how_many",
  "when",
  "how_much",
  "why",
  "where",
  "list",
  "who",
  "definition",
  "yes_no",
] as const;

export type QuestionPhrases = Readonly<Record<(typeof kindOrder)[number], string>>;

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

const ru: QuestionPhrases = {
  how_to: "как мне|как можно|как сделать|как нужно|как следует|как правильно|какие шаги|каким образом",
  how_many: "сколько|какое количество|какой процент|какая доля|какое число",
  when: "когда|в каком году|какой год|какого числа|какая дата|в какой день|в каком месяце|в каком веке|какое время|в какое время|с какого года|в каком десятилетии|с каких пор",
  how_much:
    "насколько|как долго|как далеко|как часто|какого возраста|какой высоты|какой длины|какая цена|какова длина|какова высота|какова площадь|какая температура|какова скорость",
  why: "почему|зачем|по какой причине|отчего|какова причина|какая причина|из-за чего",
  where:
    "где|куда|откуда|в какой стране|какая страна|в каком городе|какой город|в каком месте|какое место|в каком регионе|в каком штате|на каком континенте",
  list: "^перечисли|^перечислите|^назови|^назовите|какие виды|какие типы|каковы|какие … есть",
  who: "кто|кого|кому|кем|чей|чья|чьё|чьи|какой человек|какой президент|какой король",
  definition: "что означает|что значит|определение|что такое|что представляет|как называется",
  yes_no: "^есть ли|^можно ли|^является ли|^был ли|^была ли|^было ли|^может ли|^должен ли|^нужно ли|ли",
};

const ar: QuestionPhrases = {
  how_to: "كيف يمكن|كيف يمكنني|كيف أ|كيفية|ما خطوات|ما هي خطوات",
  how_many: "كم عدد|كم|ما عدد|ما هو عدد|ما نسبة|ما هي نسبة|ما النسبة",
  when: "متى|في أي عام|في أي سنة|أي عام|أي سنة|ما هو تاريخ|ما تاريخ|أي يوم|أي شهر|أي قرن|ما العام|منذ متى|في أي وقت",
  how_much: "ما مقدار|ما مدى|ما طول|ما ارتفاع|ما مساحة|ما سعر|كم مرة|ما حجم|ما هي مساحة|ما هو طول|ما هي درجة",
  why: "لماذا|لم|ما سبب|ما هو سبب|ما السبب|ما هو السبب",
  where:
    "أين|من أين|إلى أين|في أي بلد|أي بلد|في أي مدينة|أي مدينة|أي مكان|أي دولة|في أي دولة|أي منطقة|أي ولاية|أي قارة",
  list: "اذكر|عدد|ما هي أنواع|ما أنواع|ما هي",
  who: "من|لمن|بمن|من هو|من هي|من الذي|أي شخص|أي رئيس|أي ملك",
  definition: "ما معنى|ما هو تعريف|تعريف|ما هو|ما المقصود|ماذا يعني|ماذا تعني|ما المصطلح",
  yes_no: "^هل|^أ",
};

const hi: QuestionPhrases = {
  how_to: "कैसे करें|कैसे कर|कैसे|किस तरह|किस प्रकार",
  how_many: "कितने|कितनी संख्या|कितने प्रतिशत|कितनी प्रतिशत",
  when: "कब|किस वर्ष|किस साल|किस तारीख|किस दिन|किस महीने|किस शताब्दी|किस सदी|किस समय|कौन से वर्ष|किस दशक",
  how_much: "कितना|कितनी|कितनी दूर|कितनी बार|कितने समय|कितनी देर",
  why: "क्यों|किस कारण|क्या कारण|किसलिए",
  where: "कहाँ|कहां|किस देश|किस शहर|किस स्थान|किस जगह|किस राज्य|किस क्षेत्र",
  list: "सूची|कौन कौन|कौन-कौन|कौन से प्रकार|नाम बताइए",
  who: "कौन|किसने|किसे|किसको|किसका|किसकी|किसके|किस व्यक्ति",
  definition: "का क्या अर्थ|क्या मतलब|परिभाषा|क्या है|क्या हैं|क्या था|क्या कहते",
  yes_no: "^क्या",
};

const tr: QuestionPhrases = {
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
};

const el: QuestionPhrases = {
  how_to: "πώς μπορώ|πώς μπορεί|πώς να|πώς γίνεται|ποια βήματα",
  how_many: "πόσοι|πόσες|πόσα|ποιος αριθμός|ποιο ποσοστό|τι ποσοστό",
  when: "πότε|ποια χρονιά|ποιο έτος|ποια ημερομηνία|ποια μέρα|ποιον μήνα|ποιο μήνα|ποιον αιώνα|ποια δεκαετία|τι ώρα|από πότε",
  how_much: "πόσο|πόση|πόσος|κάθε πότε|πόσο συχνά|τι μέγεθος|τι ύψος|τι θερμοκρασία",
  why: "γιατί|ποιος λόγος|για ποιο λόγο|για ποιον λόγο|ποια … αιτία",
  where: "πού|από πού|ποια χώρα|ποια πόλη|ποιο μέρος|ποια περιοχή|ποια πολιτεία|ποια ήπειρο",
  list: "^ανέφερε|^απαρίθμησε|ποια είναι τα|ποιες είναι οι|ποιοι είναι οι|τι είδη|τι τύποι",
  who: "ποιος|ποιοι|ποιον|ποιανού|ποιο άτομο|ποιος πρόεδρος|ποια",
  definition: "τι σημαίνει|ορισμός|τι είναι|τι ήταν|τι εννοούμε",
  yes_no: "^είναι|^ήταν|^έχει|^έχουν|^μπορεί|^μπορώ|^πρέπει|^υπάρχει|^υπάρχουν|^θα",
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

const vi: QuestionPhrases = {
  how_to: "làm thế nào|làm sao|cách nào|như thế nào để|cách để|các bước",
  how_many: "bao nhiêu người|bao nhiêu phần trăm|có bao nhiêu|mấy|số lượng|tỷ lệ nào",
  when: "khi nào|năm nào|ngày nào|tháng nào|thế kỷ nào|bao giờ|lúc nào|thời gian nào|thập kỷ nào|năm bao nhiêu|mấy giờ",
  how_much: "bao nhiêu|bao lâu|bao xa|bao nhiêu tuổi|cao bao nhiêu|thường xuyên",
  why: "tại sao|vì sao|lý do|nguyên nhân",
  where: "ở đâu|đâu|nước nào|quốc gia nào|thành phố nào|nơi nào|khu vực nào|bang nào|châu lục nào",
  list: "liệt kê|những gì|những loại nào|các loại|kể tên|những ai",
  who: "ai|của ai|người nào|vị vua nào|tổng thống nào",
  definition: "nghĩa là gì|định nghĩa|là gì|gọi là gì",
  yes_no: "không|có phải|phải không|đúng không",
};

const zh: QuestionPhrases = {
  how_to: "如何|怎么|怎样|怎麼|怎樣|哪些步骤",
  how_many: "多少|几个|几名|几次|几种|幾個|有几|百分之几|多少个|比例|幾",
  when: "什么时候|何时|哪一年|哪年|哪一天|哪天|几月|哪个月|哪个世纪|什麼時候|何時|几点|什么时间|哪个年代|几几年|多久以前|什么日期|日期是",
  how_much: "多长|多大|多高|多远|多久|多重|多快|多深|多宽|多少钱|多常|多热|多長|多遠",
  why: "为什么|为何|為什麼|為何|什么原因|原因是|为了什么",
  where: "哪里|哪儿|何处|什么地方|哪个国家|哪个城市|哪个州|哪个地区|在哪|哪裡|什麼地方|哪個國家|哪个地方|哪座城市|何地",
  list: "列出|哪些|哪几|有什么种类|哪些类型",
  who: "谁|誰|何人|什么人|哪位|哪个人|哪位总统",
  definition: "什么意思|定义|什么是|是什么|是什麼|何谓|指的是什么|叫什么|称为什么",
  yes_no: "吗|嗎|是否|是不是|能不能|有没有",
};

const ja: QuestionPhrases = {
  how_to: "どうやって|どのように|どうすれば|方法は|手順|やり方",
  how_many: "いくつ|何人|何個|何回|何本|何件|何パーセント|割合|何種類|何名|何ヶ国|何か国",
  when: "いつ|何年|何月|何日|何世紀|何時|何年代|どの年|どの時代|日付",
  how_much: "いくら|どのくらい|どれくらい|どれだけ|何メートル|何キロ|何歳|何時間|何分|高さは|長さは|面積は|頻度",
  why: "なぜ|どうして|理由|原因|何のため",
  where: "どこ|どの国|何という国|どの都市|どの州|どの地域|どちらの国|場所は|何市|何県",
  list: "列挙|挙げ|どれとどれ|何がありますか|どんな種類|どのような種類|一覧",
  who: "誰|だれ|どなた|何という人|どの人物|どの大統領",
  definition: "とは何|何ですか|とは|意味|定義|何と呼",
  yes_no: "ですか|ますか|でしょうか|かどうか",
};

const ko: QuestionPhrases = {
  how_to: "어떻게|방법은|하려면|절차",
  how_many: "몇 명|몇 개|몇 번|몇|얼마나 많은|비율|몇 퍼센트|개수",
  when: "언제|몇 년|어느 해|몇 월|며칠|몇 세기|어느 시대|몇 시|날짜|어떤 해|몇년",
  how_much: "얼마|얼마나|몇 살|몇 미터|몇 시간|크기는|높이는|길이는|얼마나 자주",
  why: "왜|이유|원인|무엇 때문",
  where: "어디|어느 나라|어느 도시|어느 주|어느 지역|어떤 나라|어떤 도시|장소",
  list: "나열|열거|어떤 것들|무엇무엇|어떤 종류|종류는",
  who: "누가|누구|누굴|어떤 사람|어느 대통령",
  definition: "무엇인가|무엇입니까|무엇이|뜻|의미|정의|란|이란|무엇이라고",
  yes_no: "입니까|습니까|인가요|나요|까요|한가요",
};

const th: QuestionPhrases = {
  how_to: "อย่างไร|ทำอย่างไร|วิธี|ยังไง|ขั้นตอน",
  how_many: "กี่|จำนวนเท่าใด|กี่คน|กี่เปอร์เซ็นต์|ร้อยละเท่าใด|จำนวนเท่าไร|สัดส่วน",
  when: "เมื่อใด|เมื่อไร|เมื่อไหร่|ปีใด|ปีไหน|วันใด|วันไหน|เดือนใด|ศตวรรษใด|ตอนไหน|ในปี|เวลาใด",
  how_much: "เท่าไร|เท่าไหร่|เท่าใด|นานแค่ไหน|ไกลแค่ไหน|มากแค่ไหน|บ่อยแค่ไหน|สูงเท่าใด|อายุเท่า",
  why: "ทำไม|เพราะเหตุใด|เหตุใด|เพราะอะไร|สาเหตุ",
  where: "ที่ไหน|ที่ใด|ประเทศใด|ประเทศไหน|เมืองใด|เมืองไหน|แห่งใด|รัฐใด|บริเวณใด",
  list: "มีอะไรบ้าง|อะไรบ้าง|ใดบ้าง|รายชื่อ|ประเภทใด",
  who: "ใคร|ผู้ใด|บุคคลใด|คนไหน",
  definition: "คืออะไร|หมายถึง|หมายความว่า|นิยาม|เรียกว่าอะไร",
  yes_no: "หรือไม่|ไหม|ใช่ไหม|หรือเปล่า|มั้ย",
};

/** By primary language subtag. */
export const questionPhrases: ReadonlyMap<string, QuestionPhrases> = new Map(
  Object.entries({
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
    nb: no,
    nn: no,
    fi,
    ru,
    ar,
    hi,
    tr,
    el,
    ro,
    vi,
    zh,
    ja,
    ko,
    th,
  }),
);
