import type { Language } from "./language.ts";

/** Units of time, of length, and of data or text. */
const times =
  "(?:milli|micro|nano)?seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?|centur(?:y|ies)|ms|s|min|h";
const lengths = "miles?|mi|feet|foot|ft|yards?|inch(?:es)?|(?:kilo|centi|milli)?met(?:re|er)s?|[kcm]?m|light-years?";
const amounts =
  "characters?|letters?|digits?|words?|lines?|pages?|bytes?|bits?|(?:kilo|mega|giga|tera)bytes?|[kmgt]i?b|octets?|pixels?";

export const english: Language = {
  tag: "en",
  spacing: "words",
  questions: {
    how_to:
      "how to|how do i|how do you|how do we|how can i|how can you|how can we|how should i|how should you|how should we|how does one|steps to|what steps",
    how_many: "how many|what number of|what percentage|what percent|what proportion|what fraction",
    when: "^when|when did|when was|when were|when is|when are|when do|when does|when will|when has|when had|when\\W*$|what year|which year|what date|which date|what day|which day|what month|which month|what century|which century|what decade|which decade|what time|what era|how long ago|what period",
    how_much:
      "how much|how long|how far|how old|how tall|how high|how big|how large|how heavy|how fast|how deep|how wide|how often|how hot|how cold|how frequently|what price|what amount|what size|what temperature|what speed|what … cost|what … costs|what is the price|what is the fee",
    why: "why|what reason|what … reason|what caused|what causes|how come|what … cause|what … purpose",
    where:
      "where|what country|which country|what city|which city|what state|which state|what town|which town|what place|which place|what region|which region|what location|which location|what continent|which continent|what county|what village|what area|what countries|which countries|what cities|which cities",
    list: "^list|^name|what are the|what are some|which … are|what kinds|what types|what were the|who are the|who were the",
    who: "who|whom|whose|what person|which person|what president|which president|what king|which king|what scientist|which scientist",
    definition:
      "^define|definition of|meaning of|^what is|^what's|^what are|^what was|^what were|what does … mean|what … stand for",
    yes_no: "^is|^are|^was|^were|^do|^does|^did|^can|^could|^should|^has|^have|^had|^will|^would|^may|^must|^am",
  },
  negation: "not|never|no|none|nobody|neither|nor|without|cannot|\\p{L}+n['’]t|unlike",
  impliedNegation:
    "lack(?:s|ed|ing)?|absen(?:t|ce)|unable|inability|incapable|fail(?:s|ed|ing)?|refus(?:e|es|ed|ing|al|als)|forb(?:id|ids|idden|ade)|prohibit(?:s|ed|ing)?|rather than|instead of|with the exceptions? of|non",
  exceptions: "except|besides|other than|excluding|apart from|aside from",
  frames:
    "kind kinds type types sort sorts example examples instance name names named term terms word words phrase way ways percentage percent number amount date thing things reason reasons purpose according typically usually generally normally commonly happen happens happened called known referred refers refer mean means meaning meant stand stands considered exactly actually use used go goes belong belongs entity entities unit units acronym abbreviation abbreviated initials short along another regarding regards upon within approximately approximate roughly",
  forms:
    "begin began begun|break broke broken|bring brought|build built|buy bought|catch caught|choose chose chosen choice|come came|become became|draw drew drawn|drive drove driven|eat ate eaten|fall fell fallen|feel felt|fight fought|fly flew flown flight|forbid forbade forbidden|forget forgot forgotten|freeze froze frozen|give gave given|go went gone|grow grew grown growth|hear heard|hide hid hidden|hold held|keep kept|know knew known|lay laid|lead led|lend lent|lose lost loss|make made|meet met|pay paid|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold sale|send sent|shake shook shaken|shoot shot|show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|speak spoke spoken speech|spend spent|stand stood|steal stole stolen|strike struck|swear swore sworn|sweep swept|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown|overthrow overthrew overthrown|understand understood|wake woke woken|wear wore worn|win won|write wrote written|withdraw withdrew withdrawn|undergo underwent undergone|arise arose arisen|bear bore born birth|bind bound|blow blew blown|breed bred|deal dealt|dig dug|feed fed|flee fled|light lit|prove proven proof|shine shone|slide slid|spin spun|spring sprang sprung|stick stuck|weave wove woven|die dead death|marry married marriage|long length|wide width|high height|deep depth|strong strength|hot heat|poor poverty|england english|britain british|france french|spain spanish|greece greek|poland polish|switzerland swiss|turkey turkish|wales welsh|scotland scottish|ireland irish|denmark danish|finland finnish|sweden swedish|norway norwegian|netherlands dutch|iceland icelandic|germany german|portugal portuguese|china chinese|vietnam vietnamese|thailand thai|philippines filipino|iraq iraqi|israel israeli|peru peruvian",
  verbPrefixes: null,
  defines:
    "is (?:an?|the|any|one|what|when|where)|are (?:an?|the|all|any|those)|was (?:an?|the|one)|were (?:an?|the)|means|mean|consists? of|refers? to|stands? for|denotes?|describes?|is (?:defined|known) as",
  measures: [
    {
      asked:
        "how much.{0,80} (?:costs?|to pay|fees?|price|salary|wage|bonus|dues|rent|premium|deposit|fine)|what (?:do|does|did|is|are|was)(?: the)?.{0,60} (?:costs?|fees?|price|salary|wage|dues|rent)",
      units: "[€$£¥₹]|euros?|eur|cents?|ct|dollars?|usd|pounds?|gbp|chf|francs?|rupees?|yen|%|percent",
      names: "costs?|amounts to",
      signs: String.raw`(?:[€$£¥₹]|(?<!\p{L})(?:us\$|eur|usd|gbp|chf|rs\.?)) ?\p{N}|(?<!\p{L})(?:free|no charge|nothing)(?!\p{L})`,
    },
    {
      asked: "how long",
      units: `${times}|${lengths}|${amounts}`,
      names: "long|length|lengths|duration|lasts?|lasted|lasting",
    },
    { asked: "how far", units: lengths, names: "far|away|distance" },
    { asked: "how old", units: "years?|months?|weeks?|days?|decades?|centur(?:y|ies)", names: "old|age|aged" },
    { asked: "how tall|how high", units: `${lengths}|stor(?:e?ys?|ies)|floors?`, names: "tall|high|height" },
    { asked: "how deep", units: lengths, names: "deep|depth" },
    { asked: "how wide", units: lengths, names: "wide|width|across" },
    {
      asked: "how big|how large|what size",
      units: `${amounts}|${lengths}|square|cubic|acres?|hectares?|inhabitants?|people|residents?|members?`,
    },
    {
      asked: "how heavy",
      units: "grams?|kilograms?|[km]?g|pounds?|lbs?|ounces?|oz|tons?|tonnes?",
      names: "heavy|weighs?|weighed|weight|mass",
    },
    {
      asked: "how fast|what speed",
      units: `${lengths}|knots|mph|kn|[kmg]?b(?:it)?/s`,
      names: "fast|speed|velocity|rate",
    },
    { asked: "how hot|how cold|what temperature", units: "°|°c|°f|degrees?|kelvin|k", names: "hot|cold|temperatures?" },
  ],
  opposites:
    "before after|first last|earliest latest|north south|northern southern|east west|eastern western|more less|most least|more fewer|largest smallest|biggest smallest|highest lowest|increase decrease|increased decreased|increases decreases|rise fall|rose fell|win lose|won lost|oldest youngest|older younger|longest shortest|longer shorter|same different|always never|allow forbid|allowed forbidden|accept reject|accepted rejected|inside outside|internal external|maximum minimum|above below|beginning end|begin end|began ended|start end|started ended|gain lose|gained lost|strong weak|stronger weaker|strongest weakest|easy difficult|easier harder|positive negative|public private|male female|men women|fast slow|faster slower|rich poor|import export|imported exported|buy sell|bought sold|attack defend|support oppose|supported opposed|legal illegal|possible impossible|active inactive|include exclude|upper lower|direct indirect|even odd|ancient modern|old new|early late|left right|open closed|wet dry|hot cold|hotter colder|heavy light|heavier lighter|higher lower|high low|greater smaller|greater lesser|greatest smallest|larger smaller|large small|big small|bigger smaller|longer shorter|long short|taller shorter|tall short|deeper shallower|deep shallow|thick thin|thicker thinner|wide narrow|wider narrower|better worse|best worst|good bad|near far|nearer farther|nearest farthest|closest farthest|top bottom|upward downward|upwards downwards|up down|inner outer|interior exterior|inward outward|forward backward|indoor outdoor|front rear|previous next|past future|senior junior|major minor|primary secondary|minority majority|minimal maximal|few many|fewest most|frequent rare|frequently rarely|often rarely|often seldom|common rare|commonly rarely|usually rarely|grow shrink|grew shrank|growing shrinking|growth decline|rise decline|rose declined|rising falling|increase reduce|increased reduced|increasing decreasing|increasing reducing|increases reduces|expand contract|expanded contracted|expansion contraction|strengthen weaken|strengthened weakened|strengthening weakening|improve worsen|improved worsened|create destroy|created destroyed|built demolished|add remove|added removed|adding removing|add subtract|multiply divide|send receive|sent received|arrive depart|arrived departed|arrival departure|succeed fail|succeeded failed|success failure|successful failed|victory defeat|winner loser|ally enemy|allies enemies|friend enemy|united divided|unite divide|approve reject|approved rejected|admit deny|admitted denied|confirmed denied|allow prevent|allowed prevented|allow prohibit|allowed prohibited|allows prohibits|allow ban|allowed banned|permit prohibit|permitted prohibited|permitted forbidden|encourage discourage|encouraged discouraged|love hate|loved hated|remember forget|lead follow|push pull|close open|opening closing|start stop|started stopped|starts stops|start finish|started finished|begin finish|began finished|continue stop|continued stopped|continued ceased|enter leave|entered left|enter exit|join leave|joined left|hire fire|hired fired|appointed dismissed|appointed removed|raise lower|raised lowered|lend borrow|lent borrowed|give take|gave took|given taken|teach learn|taught learned|born died|birth death|life death|live die|lived died|alive dead|war peace|enable disable|enabled disabled|enables disables|mandatory optional|required optional|compulsory voluntary|permanent temporary|true false|present absent|natural artificial|simple complex|simplest hardest|easiest hardest|easy hard|urban rural|domestic foreign|offensive defensive|offense defense|guilty innocent|husband wife|son daughter|father mother|brother sister|sons daughters|king queen|boys girls|boy girl|summer winter|morning evening|sunrise sunset|profit loss|profits losses|gains losses|gain loss|demand supply|employer employee|employers employees|teacher student|teachers students|producer consumer|producers consumers|predator prey|solid liquid|liquid gas|acid base|wealthy poor|wealthier poorer|wealthiest poorest|richer poorer|richest poorest|fastest slowest|quick slow|quickly slowly|rapid slow|rapidly slowly|hottest coldest|warm cold|warmer colder|warmer cooler|heaviest lightest|dark light|brightest darkest|youngest eldest|earliest last|first final|beginning conclusion|beginning ending|start finale|newest oldest|newer older|recent ancient|single multiple|alone together|together apart|horizontal vertical|vowel consonant|theory practice|conservative liberal|left-wing right-wing|optimistic pessimistic|similar different|similarity difference|similarities differences|agreement disagreement|advantage disadvantage|advantages disadvantages|benefit harm|beneficial harmful|safe dangerous|clean dirty|full empty|attract repel|attracted repelled|absorb emit|absorbed emitted|absorbs emits|absorb release|absorbed released|consume produce|consumed produced|consumes produces|hide reveal|hidden revealed|lock unlock|upload download|read write|incoming outgoing|input output|client server|sender recipient|sender receiver|ascending descending|ascend descend|exports imports|borrower lender|buyer seller|buyers sellers|landlord tenant|defendant plaintiff|prosecution defence|amateur professional|spring autumn|southern eastern|southern western|northern eastern|northern western|south east|south west|north east|north west|northeast southwest|northwest southeast|northeastern southwestern|northwestern southeastern|everyone nobody|everything nothing|always sometimes|cheaper dearer|cheap expensive|cheapest dearest|support reject|supported rejected|favor oppose|favored opposed|friendly hostile|proponents opponents|supporters opponents|supporter opponent|criticized praised|praise criticize|praised criticised",
  negatingPrefixes:
    "un in im ir il dis non ab mis anti|inform informed information income incoming inside insight inland input intent intense intension instance installed insure inscription imported import importing important imports improve improved impress impression imposed impose imposition implant discover discovered discovery display displayed displays distance discount discharge discourse disease disclose dispose disposition district distress dislike disliked dislikes absent abroad abuse mission mistake mistaken united unite",
  counting: {
    asking: "what|which",
    cardinals:
      "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
    ordinals:
      "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
  },
  breadth: {
    sides: String.raw`\bcompar(?:e|ed|ing|ison)\b|\bdiffer(?:s|ent)?\b.*\b(?:between|from)\b|\bdifferences?\b.*\b(?:between|from|and|or|to)\b|\bversus\b|\bvs\b|\b(?:earlier|first|larger|bigger|older|longer|higher|more|better)\b.*,.*\bor\b|\b(?:and|or)\s+(?:who|whom|when|where|which|what|why|how)\b|^(?:is|was|were|are|did|do|does|has|had)\b.*\b(?:before|after|than|earlier|later)\b`,
    joints: ["and|or|versus|vs", "with|than|from|to"],
    comparing:
      "(?:please )?compar(?:e|ison of)|(?<kinds>(?:what(?:['’]s| is| are) )?(?:the )?diff?erences?(?: between)?)|differ(?:ent)?",
    defining: "What is {side}?",
    linked: String.raw`\b(?:that|whose|which|where|who)\b(?! (?:i|you|we|one|they)\b)`,
    overview: String.raw`\boverview\b|\bsummar(?:y|ise|ize)\b|\bsum up\b|\beverything (?:about|on|that)\b|\boutline\b|\b(?:tell|teach) me about\b|\bgive me (?:the|an?) (?:introduction|idea)\b|^(?:explain|describe|introduce)\b|^what (?:does|do|has) (?<source>.*) (?:say|says|require|requires|recommend|specify|prescribe) (?:about|on|for|of)\b|^what is said\b|^what (?:is|was|are|were) .{1,80} about\W*$|\b(?:main|key|most important) (?:points|topics|takeaways)\b`,
    contents: String.raw`^(?:please |can you |could you )?(?:give (?:me )?(?:an? |the )?)?(?:brief |short |quick )?(?:overview|summary|summari[sz]e|sum up|outline)(?: (?:of|for|to|me|us|all|your|the|these|my|our|it|this|available))*(?: (?:documents?|docs|sources?|files?|everything|collection|library|memory|knowledge base|notes|contents?|material))?(?: (?:you have|in here|here|please))?\W*$|^(?:what|which) (?:documents|docs|sources|files|notes|material)\b.{0,20}\b(?:do you have|are there|have you got|do you know|are in here|are available)\W*$|^what(?: is|'s|’s) (?:in here|in there|in (?:the|your|my|these) (?:documents?|sources?|files?|notes|collection|library|memory)|all this about|this about|this all about)\W*$|^what (?:can you help(?: me| us)? with|can you tell (?:me|us)|topics do you (?:know|cover)|do you cover|(?:are|is) (?:the|your|these|this) (?:documents?|sources?|files?|collection|memory) about)\W*$`,
    about:
      "about main key important points topics takeaways overview summary summarise summarize sum up everything deal dealt cope handle handled treat treated outline tell teach give list introduction idea explain describe introduce say says said require requires required recommend recommended specify prescribe compare take takes happen belong belongs go goes know consider watch observe do done need have has provide provides contain contains meeting meetings minutes session",
    decisions: "deci(?:ded?|des|sions?)|agreed|approved|accepted|adopted|resolved|rejected|voted",
  },
  speech: {
    first: "i|i['’]m|i['’]ve|i['’]d|i['’]ll|me|my|mine|myself|we|we['’]re|we['’]ve|us|our|ours",
    second: "you|you['’]re|you['’]ve|your|yours|yourself",
    today: "tonight|this morning|this afternoon|this evening",
    yesterday: "last night|yesterday (?:morning|afternoon|evening)",
    lastDay: "last {day}",
    nextDay: "next {day}",
  },
  refusal: "I could not find an answer to that in the available sources.",
  connectives:
    "however|but|therefore|thus|hence|instead|otherwise|nevertheless|nonetheless|consequently|accordingly|as a result|in that case|in this case|in such cases|for this reason|for that reason|that said|that way|if so|if not|even so|so",
  announcing:
    "the following|as follows|below (?:is|are)|here (?:is|are)|listed below|shown below|given below|described below|(?:table|list|example|steps?|commands?|listing)s? below",
  followUps: {
    openers:
      "and|but|or|so|then|also|what about|how about|what if|same for|why|why not|how so|since when|for how long|until when",
    pointers:
      "it|its|they|them|their|theirs|he|him|his|she|her|hers|this|these|those|the same|the other|the latter|the former|that one|about that|of that|do that|that(?=\\W*$)",
  },
  talk: {
    hello:
      "hello|hi|hey|hi there|hello there|hey there|good morning|good afternoon|good evening|good day|greetings|howdy",
    thanks: "thanks|thank you|thanks a lot|thank you very much|many thanks|thx|great thanks|ok thanks|perfect thanks",
    goodbye: "bye|goodbye|see you|good night",
    ability:
      "what can you do|who are you|what are you|help|what do you know|how can you help me|how can you help|what can i ask you|what can i ask|what are you able to do|tell me about yourself|introduce yourself",
  },
  replies: {
    hello: "Hello! I am {name}.",
    introduction: "I am {name}.",
    thanks: "You are welcome.",
    goodbye: "Goodbye.",
    sources: "I answer from these sources: {titles}.",
    noSources: "I have no sources yet.",
    examples: "You can ask me, for example:",
    about: "What do the sources say about {subject}?",
  },
  numbers:
    "two three four five six seven eight nine ten eleven twelve dozen hundred thousand million billion half twice",
  reasons:
    "because|(?<=, )as(?! (?:well|opposed|far|long|soon))|(?<=, )so|which means|this means|due to|owing to|so that|in order to|since|therefore|to avoid|reasons?",
  eras: "century|centuries|decade",
  abbreviations: {
    titles:
      "dr mr mrs ms messrs prof st rev hon gen col maj capt lt sgt cpl cmdr adm gov sen rep pres supt fr sr br mt ft vs drs profs sens reps gens msgr",
    references:
      "no nos nr fig figs p pp vol vols ch sec sect art para eq ed ca c approx jan feb mar apr jun jul aug sep sept oct nov dec ref refs eqs eqn eqns secs",
    others:
      "etc inc ltd co corp bros llc jr sr cf al e.g i.e a.m p.m u.s u.k u.n ph.d b.c a.d dept univ assn est min max lit ave blvd esp ibid eds intl natl",
    starters:
      "the a an in it its this these that those he she they we i you there but and however on at for from when while as if after before his her their our by with to some many most all both what who where why how since although during under no not one two other another such because so then thus also according",
    ordinals: false,
  },
  statements: {
    numbers:
      "zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 hundred=100 thousand=1000 million=1000000 billion=1000000000 dozen=12 half=0.5 quarter=1/4 quarters=1/4",
    units:
      "s=second seconds secs|min=minute minutes mins|h=hour hours hr hrs hourly|d=day days daily|wk=week weeks weekly|2wk=fortnight fortnights fortnightly|mo=month months monthly|3mo=quarter quarters quarterly|y=year years yr yrs yearly annual annually|decade=decade decades|century=century centuries|times=time times once|2times=twice|3times=thrice|m=metre metres meter meters|in=inch inches|ft=foot feet|yd=yard yards|mi=mile miles|acre=acre acres|ha=hectare hectares|m²=square_metre square_metres square_meter square_meters|m³=cubic_metre cubic_metres cubic_meter cubic_meters|g=gram grams gramme grammes|kg=kilo kilos|t=tonne tonnes ton tons|oz=ounce ounces|pound=pound pounds|l=litre litres liter liters|gal=gallon gallons|%=percent per_cent|‰=per_mille|pp=percentage_point percentage_points|€=euro euros|$=dollar dollars|¢=cent cents|CHF=franc francs|°=degree degrees|°C=celsius degree_celsius degrees_celsius|°F=fahrenheit degree_fahrenheit degrees_fahrenheit|K=kelvin kelvins|W=watt watts|V=volt volts|A=ampere amperes amp amps|Hz=hertz|bar=bars|B=byte bytes|bit=bit bits|px=pixel pixels|pt=point points",
    synonyms:
      "change changes changed replace replaces replaced replacement swap swapped exchange exchanged renew renewed|check checks checked inspect inspects inspected inspection examine examined|begin starts start started begins began commence commenced|end ends ended finish finishes finished|build builds built construct constructed erected|repair repairs repaired fix fixed mend mended|buy buys bought purchase purchases purchased|keep keeps kept store stores stored|lift lifts lifted hoist hoists hoisted raise raises raised|cost costs price prices priced|staff employees personnel|need needs needed require requires required|permit permitted allow allowed permits allows|forbidden prohibited banned|show shows displays display shown displayed|hold holds contain contains|get gets receive receives received|give gives provide provides provided|big large|maximum max|minimum min|opened opens open|closed closes close shut|cleaned cleans clean|send sends sent|ship ships shipped deliver delivers delivered|carried conducted performed|quick fast rapid|car automobile|firm company|also|make makes made produce produces produced manufacture manufactured",
    light:
      "also both each every per all any either there therefore thus hence however moreover furthermore respectively just simply namely well own carried carry out takes take place shall will would within interval intervals basis order located found equal equals total according about around approximately roughly normally usually generally typically currently please note ensure once due owing because reason",
    rarely: "rarely|seldom|hardly ever|infrequently|scarcely",
    sometimes: "sometimes|occasionally|at times|now and then",
    often: "often|frequently|regularly",
    always: "always|at all times|continuously|constantly|permanently",
    every: "every|each|all|any|whenever",
    contrasts: [
      "before|prior to / ~after / until|till",
      "without / ~with",
      "unless / ~if|when|whenever",
      "instead of|rather than / ~as well as|in addition to",
      "first|1st|firstly / second|2nd|secondly / third|3rd / fourth|4th / fifth / sixth / seventh / eighth / ninth / tenth / (?<=(?:the|its|our|your|their|this|in) )last",
      "more / less|fewer",
      "most / least",
      "~must|ha[sd] to|have to|needs? to|shall|required|mandatory|obligatory|compulsory / ~may|might|could|can|optional(?:ly)?|voluntary / ~should|ought to",
      "only|exclusively|solely",
      "~all|every|each / ~some|several / ~many|most / ~few / nothing|nowhere",
      "~same / ~other|another|different",
      "~automatic(?:ally)? / ~manual(?:ly)?|by hand",
      "~internal(?:ly)? / ~external(?:ly)?",
      "~local(?:ly)? / ~remote(?:ly)?",
      "~from / ~to|into",
      "~up|upwards? / down|downwards?",
      "~above / ~below|beneath|underneath",
      "~left / ~right",
      "~long(?:er)? / ~short(?:er)?",
      "~on / ~off",
      "~enabl(?:e|es|ed|ing) / ~disabl(?:e|es|ed|ing)",
      "~show(?:s|n|ed|ing)? / ~hid(?:e|es|den|ing)",
      "~open(?:s|ed|ing)? / ~clos(?:e|es|ed|ing)",
    ],
    prefixed:
      "un(?=able|available|necessary|known|usual|common|important|supported|encrypted|safe|likely|certain|aware|changed|limited|defined|expected|related|reliable|used|signed|reachable|readable)|in(?=complete|correct|compatible|dependent|visible|valid|active|accurate|sufficient|direct|frequent)|im(?=possible|probable|proper)|ir(?=regular|relevant)|dis(?=connected|similar)",
    than: "(?<!other |rather )than",
    atLeast: "at least|no less than|not less than|no fewer than|minimum(?: of)?|or more",
    atMost: "at most|no more than|not more than|maximum(?: of)?|up to|or less|or fewer",
    over: "more than|greater than|over|above|exceed(?:s|ing)?",
    under: "less than|fewer than|under|below",
    joins: "and|but|while|whereas|or",
    conditions: "if|when|whenever|unless|because|although|after|before|until",
    determiners:
      "the|a|an|this|these|that|those|its|their|each|every|all|both|it|they|in|on|at|for|during|if|when|after|before",
    pronouns: "it|its|they|their|them|this|these|that|those|he|she|his|her|both|each|such|there|then|afterwards|here",
    subjects: "it|they|he|she",
    by: "by",
    subjectFirst: true,
    of: "of",
    auxiliaries: "is|are|was|were|has|have|had|must|should|can|may|will|of",
    attribution:
      "(?:according to|as (?:stated|described|mentioned|noted|shown) in|per|based on) (?:the )?(?:passages?|sources?|documents?|excerpts?|texts?|manual|context)(?: (?:number |no\\. ?)?(?<n>\\d{1,3}))?(?: (?:and|,) \\d{1,3})*,? |(?:the )?(?:passages?|sources?|documents?|excerpts?)(?: (?<m>\\d{1,3}))? (?:says?|states?|mentions?|notes?|explains?) that ",
  },
  tables: {
    asks: {
      howMany: "how many",
      howMuch: "how much",
      howLong: "how long",
      howOld: "how old",
      howFar: "how far|how tall|how high|how large|how big|how wide|how fast",
      which: "which|what",
      who: "who|whom|whose",
      when: "when",
      where: "where",
      list: "list|what are|which are|all",
      year: "what year|which year|in which year|what date|which date|year|date",
      name: "name|tell me|give",
      total:
        "total|combined|altogether|in all|in total|sum|overall|together|sum of|all together|add up|adds up|add up to",
      mean: "average|mean|on average",
      difference:
        "difference|how many more|how much more|how many fewer|how much less|how many less|differ|how much longer|how many years after|gap|change|increase|decrease",
      share: "percentage|percent|share|proportion|fraction|what part|ratio",
      number: "number|amount|count",
      times: "times|time|often|occasions",
      most: "most|the most|maximum|max|greatest|the greatest|most number|greatest number|most amount",
      least: "least|fewest|minimum|min|least amount|the least|least number",
      highest: "highest|highest number|costliest|priciest|most expensive",
      lowest: "lowest|cheapest|least expensive",
      longest: "longest|furthest|farthest|tallest|heaviest|deepest|widest",
      shortest: "shortest|closest|nearest|narrowest|lightest",
      oldest: "oldest|earliest",
      youngest: "youngest|newest|latest|most recent|most recently",
      largest: "largest|biggest",
      smallest: "smallest|tiniest",
      best: "best|fastest|quickest|winner|win",
      worst: "worst|slowest",
      first: "first|initial|originally|start|starting|began",
      last: "last|final|finally|end|ended",
      top: "top|tops|leading",
      bottom: "bottom",
      moreThan:
        "more than|over|greater than|higher than|larger than|longer than|exceed|exceeds|exceeded|exceeding|bigger than|older than|taller than",
      lessThan: "less than|fewer than|under|lower than|smaller than|shorter than|younger than",
      atLeast: "at least|or more|no less than|not less than|minimum of|or higher|or above|or greater|or better",
      atMost: "at most|or less|no more than|not more than|or fewer|up to|or lower",
      between: "between|from|in between",
      more: "more|higher|larger|longer|greater|bigger|taller|heavier|farther",
      less: "less|fewer|lower|smaller|shorter",
      better: "better|faster|quicker",
      earlier: "earlier|sooner|older",
      later: "later|newer|younger",
      before: "before|prior|prior to|ahead of|right before|immediately before|just before|directly before",
      after: "after|follow|follows|followed|following|right after|immediately after|just after|directly after",
      next: "next|subsequent",
      previous: "previous|preceded|preceding|precedes|precede|previously",
      above: "above|directly above|right above",
      below: "below|directly below|beneath",
      since: "since|after the year",
      until: "until|till|by|through",
      or: "or",
      and: "and",
      both: "both",
      not: "not|other than|except|besides|without|excluding|aside from|never|no|didn t|did not|other|apart from|non",
      only: "only|just|alone",
      same: "same|as",
      also: "also|another|else",
      distinct: "different|distinct|unique|various",
      each: "each|per|every|broken down by|grouped by|split by",
      row: "rows|entries|records|table|chart|list of|sheet|spreadsheet|csv",
      consecutive: "consecutive|in a row|consecutively|straight",
      than: "than",
      listed: "listed|shown|on the list|in the table|on this list|on the chart|on this chart",
      money:
        "spend|spent|spending|cost|costs|pay|paid|price|prices|priced|expensive|cheap|cheaper|cheapest|costliest|priciest|earn|earned|revenue",
      month: "month|months",
      quarter: "quarter|q1|q2|q3|q4",
      rank: "rank|ranked|place|position|placed",
    },
    superlative: ".{3,}est",
    comparative: ".{3,}er",
    numbers:
      "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
    ordinals: "second/2nd third/3rd fourth/4th fifth/5th sixth/6th seventh/7th eighth/8th ninth/9th tenth/10th",
    scales: { thousand: 1000, million: 1000000, billion: 1000000000, trillion: 1000000000000 },
    totals: "total totals sum subtotal average mean overall",
    stops:
      "the a an of in on at to is was were are be been did do does has have had by for with from that this these those there it its they their he she his her as s t many much how what which who when where than or and not we i you our my me please any so if but into out up one single just ones",
    notation: "point",
  },
  capitalNouns: false,
};
