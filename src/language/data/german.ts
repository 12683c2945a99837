import type { Language } from "./language.ts";

export const german: Language = {
  tag: "de",
  spacing: "words",
  questions: {
    how_to: "wie kann ich|wie kann man|wie mache ich|wie macht man|wie … ich|wie … man|welche schritte|wie geht",
    how_many: "wie viele|wieviele|welche anzahl|wie viel prozent|welcher prozentsatz|welcher anteil|wie hoch … anteil",
    when: "wann|welches jahr|welchem jahr|welches datum|welchem datum|welcher tag|welchem tag|welchem monat|welches jahrhundert|welchem jahrhundert|welchem jahrzehnt|seit wann|wie spät|zu welcher zeit",
    how_much:
      "wie viel|wieviel|wie lange|wie lang|wie weit|wie alt|wie groß|wie hoch|wie schwer|wie schnell|wie tief|wie breit|wie oft|wie häufig|wie heiß|wie kalt|wie teuer|was kostet|was kosten|was … gekostet|was … kostet",
    why: "warum|weshalb|wieso|weswegen|aus welchem grund|welcher grund|was … grund|wozu",
    where:
      "wo|wohin|woher|welches land|welchem land|welche stadt|welcher stadt|welchem ort|welcher ort|welche region|welcher region|welchem staat|welchem bundesstaat|welchem kontinent",
    list: "^nenne|^nennen|^liste|welche arten|welche sind|was sind die|welche … sind",
    who: "wer|wen|wem|wessen|welche person|welcher präsident|welcher könig",
    definition: "was bedeutet|was versteht man|^definiere|definition von|^was ist|^was sind|^was war|wofür steht",
    yes_no:
      "^ist|^sind|^war|^waren|^hat|^haben|^hatte|^kann|^können|^darf|^muss|^soll|^sollte|^wird|^werden|^gibt es|^wurde|^wurden",
    other:
      "wobei|wodurch|wofür|wogegen|womit|wonach|woran|worauf|woraus|worin|worüber|worum|worunter|wovon|wovor|inwiefern|inwieweit",
  },
  negation: "nicht|nie|niemals|kein|keine|keinen|keinem|keiner|keines|ohne|weder",
  impliedNegation:
    "fehl(?:t|en|te|ten|end|ende|enden)|mangelt|mangels|unfähig|verweiger(?:t|te|ten|n)|weiger(?:t|te|ten|n)|verb(?:ietet|ieten|ot|oten)|untersag(?:t|te|ten)|statt|anstatt|anstelle|nichts|gegen|abgelehnt|ablehn(?:t|te|ten|en)",
  readOn: String.raw`(?:weitere|nähere|mehr|genauere|detaillierte) (?:details|informationen|infos|angaben|hinweise|einzelheiten)\b[^.?!]{0,60}\b(?:siehe|finden|findet|finde|stehen|steht|gibt es|erhalten)|(?:siehe|vgl|vergleiche|lesen sie) (?:auch|dazu|hierzu|oben|unten|abschnitt|kapitel|seite|anhang|den abschnitt|das kapitel)`,
  exceptions: "außer|abgesehen von|mit ausnahme",
  frames:
    "art arten sorte sorten typ typen beispiel beispiele name namen begriff begriffe wort wörter weise prozentsatz anzahl zahl grund zweck laut üblicherweise normalerweise typischerweise gewöhnlich geschieht passiert genannt bezeichnet bekannt bedeutet bedeutung steht heißt gilt gelten genau eigentlich hieß hießen heißen lautet lauten lautete lauteten nennt nennen nannte nannten bezeichnete bezeichneten gibt gab geschah passierte passierten ereignet ereignete findet finden fand fanden statt stattgefunden liegt liegen lag lagen befindet befinden befand befanden dauert dauern dauerte kommt kommen kam kamen darf dürfen durfte durften muss müssen musste mussten soll sollen sollte sollten kann können konnte konnten verwendet verwendete verwendeten verwenden verwendung benutzt benutzte genutzt nutzt nutzte nutzten nutzen dient diente dienten dienen besteht bestehen bestand bestanden gehört gehörte gehörten gehören galt galten beim neben ungefähr etwa hauptsächlich bezüglich bezug hinsichtlich seit je jemals unser unsere unserem unseren unserer dass wurde wurden worden wäre wären hätte hätten bereits beide beiden viele vielen jeweils insgesamt überhaupt tatsächlich letztendlich schließlich trotzdem daher deshalb außerdem zudem ebenfalls lang geht gehen ging gingen zählt zählen zählte zählten gezählt tut tun tat mache machen macht machte machten gemacht brauche brauchen braucht bekomme bekommen bekommt wer wen man alles sowie bevor nachdem sobald obwohl mehrere welch mal",
  forms:
    "beginn begann begonnen|bieg bog gebogen|biet bot geboten|bind band gebunden|bitt bat gebeten|bleib blieb geblieben|brech bricht brach gebrochen bruch|brenn brannte gebrannt|bring brachte gebracht|denk dachte gedacht|empfehl empfiehlt empfahl empfohlen|entscheid entschied entschieden|ess isst aß gegessen|fahr fährt fuhr gefahren fahrt|fall fällt fiel gefallen|fang fängt fing gefangen|find fand gefunden|flieg flog geflogen flug|flieh floh geflohen|fließ floss geflossen|fress frisst fraß|frier fror gefroren|geb gibt gab gegeben|geh ging gegangen|geling gelang gelungen|gelt gilt galt gegolten|genieß genoss genossen|gewinn gewann gewonnen|gieß goss gegossen|grab gräbt grub|greif griff gegriffen|halt hält hielt gehalten|häng hing gehangen|heb hob gehoben|heiß hieß geheißen|helf hilft half geholfen hilfe|kenn kannte gekannt|kling klang geklungen|komm kam gekommen|lad lädt lud geladen|lass lässt ließ gelassen|lauf läuft lief gelaufen|leid litt gelitten|leih lieh geliehen|les liest las gelesen|lieg lag gelegen|lüg log gelogen|meid mied gemieden|mess misst maß gemessen|nehm nimmt nahm genommen nahme|nenn nannte genannt|pfeif pfiff|rat rät riet geraten|reib rieb|reiß riss gerissen|reit ritt geritten|ruf rief gerufen|saug sog|schaff schuf geschaffen|scheid schied geschieden|schein schien geschienen|schieb schob geschoben|schieß schoss geschossen schuss|schlaf schläft schlief geschlafen|schlag schlägt schlug geschlagen|schließ schloss geschlossen schluss|schmelz schmilzt schmolz geschmolzen|schneid schnitt geschnitten|schreib schrieb geschrieben schrift|schrei schrie geschrien|schreit schritt geschritten|schweig schwieg|schwimm schwamm geschwommen|schwind schwand geschwunden|schwing schwang geschwungen|schwör schwor geschworen|seh sieht sah gesehen|send sandte gesandt|sing sang gesungen gesang|sink sank gesunken|sitz saß gesessen|sprech spricht sprach gesprochen|spring sprang gesprungen|steh stand gestanden|stehl stiehlt stahl gestohlen|steig stieg gestiegen|sterb stirbt starb gestorben|stoß stieß gestoßen|streich strich gestrichen|streit stritt gestritten|trag trägt trug getragen|treff trifft traf getroffen|treib trieb getrieben|tret tritt trat getreten|trink trank getrunken|tu tat getan|verderb verdirbt verdarb verdorben|vergess vergisst vergaß vergessen|verlier verlor verloren verlust|wachs wächst wuchs gewachsen|wasch wäscht wusch|weich wich gewichen|weis wies gewiesen|wend wandte gewandt|werb wirbt warb geworben|werf wirft warf geworfen|wieg wog gewogen|wiss weiß wusste gewusst|zieh zog gezogen zug|zwing zwang gezwungen|tot tod töten getötet|lang länge|groß größe|hoch höhe|breit breite|stark stärke|alt alter|deutschland deutsch|frankreich französisch franzose|england englisch engländer|spanien spanisch spanier|polen polnisch|russland russisch russe|china chinesisch|italien italienisch|griechenland griechisch|türkei türkisch|schweden schwedisch|dänemark dänisch|norwegen norwegisch|finnland finnisch|österreich österreichisch|schweiz schweizer|niederlande niederländisch|ungarn ungarisch|europa europäisch|amerika amerikanisch|afrika afrikanisch|asien asiatisch|japan japanisch|indien indisch|großbritannien britisch|irland irisch|schottland schottisch|jahr jährlich|monat monatlich|tag täglich",
  verbPrefixes:
    "ab an auf aus be bei durch ein emp ent er fest her hin mit nach nieder statt teil über um unter ver vor weg wieder zer zu zurück zusammen",
  separableVerbs: {
    prefixes:
      "ab an auf aus bei ein fest fort frei her heraus hin hinzu los mit nach nieder statt teil um vor voran weg weiter wieder zu zurück zusammen",
    participle: "ge",
    infinitive: "zu",
    noun: "ung",
  },
  compoundLinks: "s es n en er e",
  opposites:
    "erste letzte|ersten letzten|norden süden|osten westen|mehr weniger|länger kürzer|längere kürzere|längeren kürzeren|größte kleinste|höchste niedrigste|älteste jüngste|innerhalb außerhalb|anfang ende|maximal minimal",
  counting: {
    cardinals:
      "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
  },
  breadth: {
    sides: String.raw`vergleich|unterschied|unterscheide|\b(?:und|oder) (?:wer|wann|wo|welche[rsnm]?|was|warum|wie)\b`,
    joints: ["und|oder|versus|vs", "mit|von|als"],
    comparing: "vergleiche?|(?<kinds>(?:was ist |worin liegt )?(?:der |die )?unterschiede? zwischen)|unterscheide[nt]",
    defining: "Was ist {side}?",
    linked: String.raw`\b(?:dessen|deren|wo|(?:in|für|von|nach|mit) (?:der|dem|denen|welche[rmn]?))\b`,
    overview: String.raw`überblick|zusammenfass|fasse .* zusammen|^(?:erkläre|beschreibe)\b|^was (?:sagt|sagen|verlangt|verlangen|fordert|empfiehlt|schreibt) (?<source>.*?) (?:über|zu[mr]?|bei|von|für)\b|^(?:erzähl|bericht)e? mir|^worum (?:geht|ging)|^wovon handel(?:t|te)|wichtigsten (?:punkte|themen|inhalte)`,
    contents: String.raw`^(?:bitte |kannst du |gib mir )?(?:bitte )?(?:einen? |den |eine kurze |einen kurzen )?(?:überblick|zusammenfassung|übersicht)(?: (?:über|von|der|die|aller|alle|deine[rn]?|bitte))*(?: (?:dokumente?|quellen|dateien|unterlagen|alles|sammlung|notizen|inhalte?))?\W*$|^fasse? (?:bitte )?(?:alles|(?:alle |die |deine )?(?:dokumente|quellen|dateien|unterlagen|notizen)) zusammen\W*$|^welche (?:dokumente|quellen|dateien|unterlagen)\b.{0,20}\b(?:hast du|gibt es|kennst du|liegen vor)\W*$|^worum geht es (?:hier|in den (?:dokumenten|quellen|unterlagen))\W*$|^was (?:steht|ist) (?:hier|in den (?:dokumenten|quellen|unterlagen|dateien))(?: drin)?\W*$`,
    about:
      "worum wovon geht ging es handelt wichtigsten punkte themen inhalte erzähl erzähle berichte mir gehe geht gehen umgehen überblick zusammenfassung zusammenfassen fasse zusammen erkläre beschreibe nenne liste sagt sagen verlangt verlangen fordert empfiehlt schreibt vor gehört gib gelten wissen beachten tun protokoll sitzung treffen besprechung",
    decisions: "beschl(?:uss|üsse|ossen)|entschieden|vereinbart|angenommen|abgelehnt|einstimmig",
  },
  speech: {
    first: "ich|mich|mir|mein(?:e|en|em|er|es)?|wir|uns|unser(?:e|en|em|er|es)?",
    second: "du|dich|dir|dein(?:e|en|em|er|es)?|ihr|euch|euer|eure(?:n|m|r|s)?",
    today: "heute (?:morgen|früh|mittag|nachmittag|abend|nacht)",
    yesterday: "gestern (?:morgen|früh|mittag|nachmittag|abend|nacht)|letzte nacht",
    lastDay: "(?:letzten|letzter|vergangenen) {day}",
    nextDay: "(?:nächsten|nächster|kommenden) {day}",
  },
  refusal: "Dazu habe ich in den vorhandenen Quellen keine Antwort gefunden.",
  announcing: "folgende[nrsm]?|wie folgt|nachfolgend\\p{L}*|im folgenden|nachstehend\\p{L}*",
  followUps: {
    openers: "und|aber|oder|also|dann|auch|was ist mit|wie ist es mit|wie steht es mit|warum|wieso",
    pointers:
      "er|ihn|ihm|sie|ihr|ihre|ihren|ihrem|ihrer|ihres|seine|seinen|seinem|seiner|seines|diese|dieser|dieses|diesen|diesem|jener|jene|jenes|letztere|letzterer|letzteres|letzteren|erstere|ersterer|ersteres|damit|davon|dafür|dabei|darin|daraus|dadurch|dazu|dagegen|darunter|darauf|daran|dort|dessen|deren",
  },
  talk: {
    hello: "hallo|hi|hey|guten morgen|guten tag|guten abend|moin|servus|grüß gott",
    thanks: "danke|danke schön|dankeschön|vielen dank|besten dank",
    goodbye: "tschüss|auf wiedersehen|bis bald|gute nacht",
    ability:
      "was kannst du|wer bist du|was bist du|hilfe|was weißt du|wie kannst du mir helfen|wobei kannst du mir helfen|wobei kannst du helfen|womit kannst du mir helfen|womit kannst du helfen|was kann ich dich fragen|stell dich vor",
  },
  replies: {
    hello: "Hallo! Ich bin {name}.",
    introduction: "Ich bin {name}.",
    thanks: "Gern geschehen.",
    goodbye: "Auf Wiedersehen.",
    sources: "Ich antworte aus diesen Quellen: {titles}.",
    noSources: "Ich habe noch keine Quellen.",
    examples: "Fragen Sie mich zum Beispiel:",
  },
  starters: {
    verbs:
      "abmelden abrufen absenden aktivieren aktualisieren anlegen anmelden anpassen anschließen anzeigen aufrufen ausfüllen auswählen ausschalten austauschen beantragen bearbeiten bestellen bezahlen deaktivieren drucken einbauen einfügen einrichten einschalten einsehen einstellen entfernen entkalken entleeren erstellen exportieren finden füllen hinzufügen hochladen importieren installieren konfigurieren kopieren kündigen laden leeren löschen melden nutzen öffnen prüfen registrieren reinigen schließen senden sichern speichern starten stoppen suchen übertragen umbenennen verbinden verlängern verschieben verwalten verwenden wechseln wiederherstellen zurücksetzen",
    name: String.raw`(?!(?:es|das ist|dies|diese[rsmn]?|jene[rsmn]?|sie|er|wir|ihr|ich|hier|dort|da|was|welche[rsmn]?|wer|so|wenn|falls|in|im|an|am|auf|für|als|aber|und|oder|mit|bei|manche|alle|kein\p{L}*|nicht|nur|zum|zur|man|auch|dabei|dazu|damit)\b)(?:(?:der|die|das|ein|eine|jede|jeder|jedes) )?[\p{L}\p{N}][\p{L}\p{N}+/.-]*(?: (?!(?:ist|sind|war|waren|wird|werden|wurde|wurden|hat|haben|kann|können|muss|und|oder|aber|dass)\b)[\p{L}\p{N}][\p{L}\p{N}+/-]*){0,4}`,
    small: "der|die|das|ein|eine|einen|einem|den|dem|jede|jeder|jedes|ihr|ihre|ihren|in|im|am|zum|zur|für|von|mit|bei",
    asks: String.raw`(?:^|[ ,„"])(?:wer|wen|wem|wessen|was|welche\p{L}*|wann|wo\p{L}{0,6}|wie\p{L}*|weshalb|warum)(?!\p{L})|(?:^|, )(?:ist|sind|war|waren|bin|gibt|hat|haben|kann|können|darf|dürfen|muss|müssen|soll\p{L}*|wird|werden|brauch\p{L}+)(?!\p{L})`,
    elsewhere: "oben|unten|folgende[nmrs]?|(?:dieser|nächste[nrs]?|vorige[nrs]?) (?:abschnitt|seite|kapitel|tabelle)",
    unclear: "dies(?:e[mnrs]?)?|jene[mnrs]?|hier|da(?:bei|für|mit|von|zu)|(?:wenn|falls|sofern) (?:möglich|nötig)",
    headings: [
      String.raw`^so (?<verb>\p{L}+en) sie (?<what>[^:?]{3,50})$ => Wie {verb} Sie {what}?`,
      String.raw`^wie (?:man|sie) (?<what>[^:?,]{3,50}) (?<verb>\p{L}+e?n)$ => Wie kann man {what} {verb}?`,
      "^was tun,? (?<when>(?:wenn|bei) [^:?]{4,60})$ => Was ist zu tun {when}?",
      "^was (?<is>ist|sind) (?<what>[^:?]{3,40})$ => Was {is} {what}?",
      "^(?<what>[^:?,]{3,45}) (?<verb>{verbs})$ => Wie kann man {what} {verb}?",
      "^(?<what>(?:Installation|Einrichtung|Konfiguration|Anmeldung|Abmeldung|Registrierung|Aktualisierung|Wartung|Reinigung|Inbetriebnahme|Bestellung|Kündigung|Wahl|Aufnahme|Prüfung) (?:von|der|des|eines|einer|zu[rm]) [^:?,]{2,40})$ => Wie läuft die {what} ab?",
      String.raw`^(?<what>(?:\p{L}{0,20}voraussetzungen|Pflichten|Rechte|Aufgaben|Kosten|Gebühren|Fristen) [^:?,]{3,40})$ => Welche {what} gibt es?`,
    ],
    sentences: [
      String.raw`^um (?<what>(?!sich\b|es\b|mehr\b|weitere\b|verschiedene\b|(?:\p{L}+ ){0,2}dies\p{L}*\b)[^,;:.()]{3,55}) zu (?<verb>(?!können|sein|haben|werden|müssen)\p{L}{3,18}n), => Wie kann man {what} {verb}?`,
      String.raw`^um (?<what>(?!sich\b|es\b|mehr\b|weitere\b|verschiedene\b|(?:\p{L}+ ){0,2}dies\p{L}*\b)[^,;:.()]{3,55}) (?<pre>ab|an|auf|aus|ein|fest|her|hin|hinzu|hoch|mit|um|unter|vor|weg|wieder|zurück|zusammen)zu(?<verb>\p{L}{3,18}n), => Wie kann man {what} {pre}{verb}?`,
      String.raw`^(?:wenn|falls|sobald) (?<what>(?!dies\b|das\b|es\b|nicht\b|sie\b|ihre?\b)[^,;:.()]{8,70}), (?:dann |so )?(?:müssen|muss|sollten?|soll|kann|können|ist|sind|wird|werden|\p{L}+en sie)(?!\p{L}) => Was gilt, wenn {what}?`,
      String.raw`^(?<what>{name}) (?<wird>wird|werden) (?:alle|jede[nrs]?|einmal|zweimal|dreimal) [^,;:.()]{2,40} (?<done>\p{L}{4,20}(?:t|en))[.,] => Wie oft {wird} {what} {done}?`,
      "^(?<what>{name}) beträgt [^,;:.()]{1,40}(?:minute|stunde|tag|woche|monat|jahr) => Wie lang ist {what}?",
      "^(?<what>{name}) beträgt  => Wie hoch ist {what}?",
      "^(?<what>{name}) (?<v>dauert|hält)  => Wie lange {v} {what}?",
      "^(?<what>{name}) wiegt  => Wie viel wiegt {what}?",
      "^(?<what>{name}) kostet  => Was kostet {what}?",
      "^nur (?<who>[^,;:.()]{3,40}) (?<v>darf|dürfen) (?<what>[^,;:.()]{3,60})[.] => Wer darf {what}?",
      "^(?<what>{name}) findet [^,;:()]{3,50} statt[.,] => Wann findet {what} statt?",
      "^(?<what>{name}) (?<v>beginnt|endet) (?:am|um|im)  => Wann {v} {what}?",
      String.raw`^(?<what>{name}) (?<v>wurde|wurden) (?:im|am|\p{N}{4})[^,;:()]{0,50} (?<done>gegründet|veröffentlicht|gebaut|eröffnet|eingeführt|errichtet|beschlossen|erfunden|geboren)[.,] => Wann {v} {what} {done}?`,
      "^(?<what>{name}) (?<v>hat|haben) [^:;]{3,120} (?<done>beschlossen|entschieden|vereinbart)[.,] => Was {v} {what} {done}?",
      "^(?<what>{name}) (?<v>benötigt|braucht|erfordert)  => Was {v} {what}?",
      String.raw`^(?<what>(?!der |die |das |eine? ){name}) (?<is>ist|sind) (?:ein|eine|der|die|das) (?!(?:teil|wenig|paar|beste|erste|gleiche)\b) => Was {is} {what}?`,
    ],
    cell: "^ => Was steht bei {row} unter {column}?",
    asker: [],
    steps: String.raw`(?<!\p{L})(?:Sie|Ihr\p{L}*|man|muss|müssen|kann|können|wird|werden)(?!\p{L})|(?:^|\n|[.:!] )\p{N}+[.)] `,
  },
  abbreviations: {
    titles: "dr prof hr fr frau hrn dipl ing mag st sr sankt rev hl hll frhr",
    references:
      "nr nrn abb abs art bd s kap tab ziff lit rn jan feb mär apr jun jul aug sep sept okt nov dez ca anm abschn ref",
    others:
      "z.b d.h u.a bzw usw etc evtl ggf inkl exkl max min mind sog vgl v.a o.ä u.u i.d.r z.t str tel geb gest jh chr mio mrd std sek ev kath v n aufl hrsg gebr ehem jg",
    starters:
      "der die das den dem des ein eine einer eines einem einen er sie es wir ihr ich dies diese dieser dieses jener in im am an auf aus bei beim mit nach von vom vor zu zum zur für durch und aber doch oder als wenn wie da dann danach dort hier sein seine ihre nur auch so während seit unter über nicht man es",
    ordinals: true,
  },
  statements: {
    numbers:
      "null=0 eins=1 zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwölf=12 dreizehn=13 vierzehn=14 fünfzehn=15 sechzehn=16 siebzehn=17 achtzehn=18 neunzehn=19 zwanzig=20 einundzwanzig=21 zweiundzwanzig=22 dreiundzwanzig=23 vierundzwanzig=24 fünfundzwanzig=25 dreißig=30 fünfunddreißig=35 vierzig=40 fünfundvierzig=45 fünfzig=50 sechzig=60 siebzig=70 fünfundsiebzig=75 achtzig=80 neunzig=90 hundert=100 tausend=1000 million=1000000 millionen=1000000 dutzend=12 anderthalb=1.5 eineinhalb=1.5 zweieinhalb=2.5 dreieinhalb=3.5 viereinhalb=4.5 halb=0.5 halbe=0.5 halbes=0.5 halben=0.5 halber=0.5",
    units:
      "s=sekunde sekunden|min=minute minuten|15min=viertelstunde viertelstunden|45min=dreiviertelstunde|h=stunde stunden std stündlich|d=tag tage tagen tages täglich|wk=woche wochen wöchentlich|mo=monat monate monaten monats monatlich|3mo=quartal quartale vierteljahr vierteljährlich|6mo=halbjahr halbjahre halbjährlich|y=jahr jahre jahren jahres jährlich|decade=jahrzehnt jahrzehnte jahrzehnten|century=jahrhundert jahrhunderte jahrhunderten|times=mal einmal|2times=zweimal|3times=dreimal|4times=viermal|m=meter metern|in=zoll|ft=fuß|mi=meile meilen|are=ar|ha=hektar|m²=quadratmeter quadratmetern|km²=quadratkilometer quadratkilometern|m³=kubikmeter kubikmetern|g=gramm|kg=kilo|50kg=zentner|t=tonne tonnen|pound=pfund|l=liter litern|%=prozent|‰=promille|pp=prozentpunkt prozentpunkte prozentpunkten|€=euro|$=dollar|¢=cent|CHF=franken|°=grad|°C=celsius grad_celsius|°F=fahrenheit grad_fahrenheit|K=kelvin|W=watt|V=volt|A=ampere|Hz=hertz|km/h=stundenkilometer stundenkilometern|B=byte bytes|bit=bit bits|px=pixel pixeln|pt=punkt punkte punkten",
    prices: String.raw`was kostet|was kosten|wie teuer|wie ?viel .{0,60}\b(?:kostet|kosten|zahle|zahlen|zahlt|bezahlen|gebühr\p{L}*|beitrag|miete|preis|geld|zurück)|was .{0,60}\b(?:zahlen|bezahlen)|wie hoch .{0,60}(?:beitrag|gebühr\p{L}*|miete|preis|kosten|kaution|pfand) / kost(?:en|et)|\p{L}*(?:preis|gebühr|beitrag|miete|tarif)\p{L}*|zahl(?:en|t)|bezahl(?:en|t)|kaution|pfand|entgelt / kostenlos|kostenfrei|gratis|umsonst|unentgeltlich|gebührenfrei|beitragsfrei`,
    synonyms:
      "wechseln gewechselt wechselt tauschen tauscht getauscht austauschen ausgetauscht auswechseln ausgewechselt ersetzen ersetzt erneuern erneuert|prüfen prüft geprüft überprüfen überprüft kontrollieren kontrolliert untersuchen untersucht|beginnen beginnt begann begonnen anfangen starten startet gestartet|enden endet endete aufhören|bauen baut gebaut errichten errichtet erbaut|reparieren repariert instandgesetzt|kaufen gekauft kauft erwerben erworben|kosten kostet preis|mitarbeiter personal beschäftigte angestellte|brauchen braucht benötigen benötigt erfordern erfordert|erlaubt gestattet zulässig|verboten untersagt unzulässig|heben hebt hebe|enthalten enthält fassen fasst|reinigen reinigt gereinigt säubern gesäubert putzen geputzt|liefern liefert geliefert|lagern lagert gelagert aufbewahren aufbewahrt|groß große großen|öffnen öffnet geöffnet|schließen schließt geschlossen|firma unternehmen",
    light:
      "auch sowohl jede jeder jedes jeden alle aller je pro dabei daher somit jedoch außerdem zudem bitte laut gemäß etwa ungefähr circa rund normalerweise üblicherweise meist derzeit werden wird sein erfolgt durchgeführt findet statt abstand rhythmus insgesamt einmal wegen aufgrund grund sollen sollte soll",
    rarely: "selten|kaum|nur selten",
    sometimes: "manchmal|gelegentlich|ab und zu|hin und wieder|zuweilen",
    often: "oft|häufig|regelmäßig|öfter",
    always: "immer|stets|jederzeit|ständig|dauerhaft|durchgehend",
    every: "jede[rsnm]?|alle[nrs]?",
    contrasts: [
      "~vor|bevor|ehe / ~nach|nachdem / bis",
      "ohne / ~mit",
      "statt|anstatt|anstelle / ~samt|sowie",
      "erste[nrsm]?|zuerst / zweite[nrsm]? / dritte[nrsm]? / vierte[nrsm]? / fünfte[nrsm]? / letzte[nrsm]?|zuletzt",
      "mehr / weniger",
      "~muss|musst|müssen|müsst|musste|mussten|zwingend|verpflichtend|erforderlich|pflicht / ~darf|darfst|dürfen|dürft|kann|kannst|können|könnt|könnte|könnten|freiwillig|optional / ~soll|sollst|sollen|sollte|sollten|solltest",
      "nur|ausschließlich|lediglich|allein",
      "~alle[nrs]?|jede[rsnm]?|sämtliche[nr]? / ~einige[nr]?|manche[nr]? / ~viele[nr]?|meisten / ~wenige[nr]? / niemand(?:em|en)?|nichts",
      "~gleiche[nrsm]?|selbe[nrsm]? / ~andere[nrsm]?|verschiedene[nrsm]?",
      "~automatisch(?:e[nrsm]?)? / ~manuell(?:e[nrsm]?)?|von hand",
      "~interne?[nrsm]? / ~externe?[nrsm]?",
      "~lokale?[nrsm]? / ~entfernte?[nrsm]?",
      "~innerhalb / ~außerhalb",
      "~links|linke[nrsm]? / ~rechts|rechte[nrsm]?",
      "~oben|obere[nrsm]?|oberhalb / ~unten|untere[nrsm]?|unterhalb",
      "~aktivier(?:t|en|e|te[nr]?) / ~deaktivier(?:t|en|e|te[nr]?)",
      "~öffne[nt]?|geöffnet|offene?[nrs]? / ~schließ(?:en|t)|geschlossen",
    ],
    prefixed:
      "un(?=möglich|sichtbar|abhängig|gültig|bekannt|nötig|vollständig|sicher|wichtig|genau|begrenzt|verschlüsselt|erwünscht|üblich|notwendig|gewöhnlich|benutzt|erlaubt|zulässig|verfügbar|lesbar|wahrscheinlich|geeignet)",
    than: "(?:mehr|weniger|\\p{L}{3,}er) als",
    atLeast: "mindestens|wenigstens|nicht weniger als|minimal",
    atMost: "höchstens|maximal|bis zu|nicht mehr als",
    over: "mehr als|über|oberhalb von",
    under: "weniger als|unter|unterhalb von",
    joins: "und|aber|sondern|während|sowie|oder",
    conditions: "wenn|falls|sobald|weil|obwohl|nachdem|bevor|bis",
    determiners:
      "der|die|das|den|dem|des|ein|eine|einer|einen|einem|dies|diese|dieser|dieses|sein|seine|ihr|ihre|jede|jeder|jedes|alle|er|sie|es|im|in|am|an|bei|nach|vor|wenn|für",
    pronouns:
      "er|sie|es|sein|seine|ihr|ihre|dies|diese|dieser|dieses|das|dieselbe|beide|jede|jeder|jedes|dort|dann|danach|dabei",
    subjects: "er|sie|es|ihn|ihm|ihnen",
    by: "von|vom|durch",
    subjectFirst: false,
    of: "des|der|eines|einer",
    attribution:
      "(?:laut|gemäß|nach|wie in) (?:der |dem |den )?(?:passagen?|quellen?|dokument(?:en)?|textstellen?|abschnitt|text|handbuch|auszug)(?: (?:nummer |nr\\. ?)?(?<n>\\d{1,3}))?,? ",
  },
  tables: {
    asks: {
      howMany: "wie viele|wieviele|wie vielen",
      howMuch: "wie viel|wieviel",
      howLong: "wie lange|wie lang",
      howOld: "wie alt",
      howFar: "wie weit|wie hoch|wie gross|wie breit|wie schnell|wie schwer",
      which: "welche|welcher|welches|welchem|welchen|was",
      who: "wer|wem|wen|wessen",
      when: "wann|seit wann|bis wann",
      where: "wo|wohin|woher",
      list: "nenne alle|liste|alle|was sind",
      year: "welches jahr|in welchem jahr|welchem jahr|welche jahre|welchen jahren|jahr|datum",
      name: "nenne|nenn|gib|zeige",
      total: "insgesamt|gesamt|zusammen|summe|in summe|gesamten|gesamte|alles in allem",
      mean: "durchschnittlich|durchschnitt|im durchschnitt|im mittel|mittelwert|im schnitt|durchschnittliche|durchschnittlichen|durchschnittlicher|durchschnittliches|durchschnittlichem",
      difference:
        "unterschied|differenz|wie viel mehr|wie viele mehr|wie viel weniger|wie viele weniger|veranderung|anderung|verandert|geandert|anstieg|gestiegen|stieg|zugenommen|gewachsen|erhoht|wachstum|zunahme|ruckgang|gesunken|gefallen|abgenommen|abnahme|zuruckgegangen",
      whether: "ist|sind|war|waren|hat|haben|hatte|hatten|liegt|lag|kostet|kostete|wurde|wurden",
      increase: "anstieg|gestiegen|stieg|zugenommen|wachstum|gewachsen|zunahme|erhoht|erhohung",
      decrease: "ruckgang|sank|fiel|gesenkt|gesunken|gefallen|abgenommen|abnahme|zuruckgegangen",
      share: "anteil|prozent|prozentsatz|wie viel prozent|quote",
      ratio: "verhaltnis",
      number: "anzahl|zahl|menge",
      times: "mal|oft|wie oft",
      most: "am meisten|meisten|meiste|maximal|maximum|maximale|maximalen|maximaler|maximales|maximalem",
      least: "am wenigsten|wenigsten|wenigste|minimal|minimum|minimale|minimalen|minimaler|minimales|minimalem",
      highest:
        "am hochsten|hochste|hochsten|hochster|hochstes|hochstem|am teuersten|teuerste|teuersten|teuerster|teuerstes|teuerstem",
      lowest:
        "am niedrigsten|niedrigste|niedrigsten|niedrigster|niedrigstes|niedrigstem|am tiefsten|tiefste|tiefsten|tiefster|tiefstes|tiefstem|am billigsten|billigste|billigsten|billigster|billigstes|billigstem|gunstigste|gunstigsten|gunstigster|gunstigstes|gunstigstem|geringste|geringsten|geringster|geringstes|geringstem",
      longest:
        "am langsten|langste|langsten|langster|langstes|langstem|weiteste|weitesten|weitester|weitestes|weitestem|schwerste|schwersten|schwerster|schwerstes|schwerstem",
      shortest:
        "am kurzesten|kurzeste|kurzesten|kurzester|kurzestes|kurzestem|leichteste|leichtesten|leichtester|leichtestes|leichtestem",
      oldest:
        "am altesten|alteste|altesten|altester|altestes|altestem|fruheste|fruhesten|fruhester|fruhestes|fruhestem|am fruhesten",
      youngest:
        "am jungsten|jungste|jungsten|jungster|jungstes|jungstem|neueste|neuesten|neuester|neuestes|neuestem|spateste|spatesten|spatester|spatestes|spatestem|am spatesten",
      largest: "am grossten|grosste|grossten|grosster|grosstes|grosstem",
      smallest: "am kleinsten|kleinste|kleinsten|kleinster|kleinstes|kleinstem",
      best: "am besten|beste|besten|bester|bestes|bestem|schnellste|schnellsten|schnellster|schnellstes|schnellstem|am schnellsten",
      worst:
        "am schlechtesten|schlechteste|schlechtesten|schlechtester|schlechtestes|schlechtestem|langsamste|langsamsten|langsamster|langsamstes|langsamstem",
      first: "zuerst|erste|ersten|erster|erstes|erstem|anfangs",
      last: "zuletzt|letzte|letzten|letzter|letztes|letztem|schliesslich",
      top: "oben|fuhrend",
      moreThan: "mehr als|uber|grosser als|hoher als|langer als|teurer als|alter als|ubersteigt",
      lessThan: "weniger als|unter|kleiner als|niedriger als|kurzer als|geringer als|billiger als",
      atLeast: "mindestens|wenigstens|oder mehr|nicht weniger als",
      atMost: "hochstens|maximal|oder weniger|nicht mehr als|bis zu",
      between: "zwischen|von",
      more: "mehr|hoher|grosser|langer|teurer|hohere|grossere|langere",
      less: "weniger|niedriger|kleiner|kurzer|geringer|billiger",
      better: "besser|schneller",
      earlier: "fruher|alter",
      later: "spater|junger|neuer",
      before: "vor|bevor|davor|direkt vor",
      after: "nach|nachdem|danach|folgt|folgte|direkt nach",
      next: "nachste|nachsten|nachster|nachstes|nachstem|folgende|folgenden|folgender|folgendes|folgendem",
      previous: "vorherige|vorherigen|vorheriger|vorheriges|vorherigem|vorige|vorigen|voriger|voriges|vorigem",
      since: "seit|ab",
      until: "bis",
      or: "oder",
      and: "und|beide|sowohl",
      not: "nicht|kein|keine|keinen|ausser|ohne|andere|anderen|nie",
      only: "nur|lediglich|allein",
      same: "dieselbe|dieselben|derselbe|derselben|demselben|denselben|dasselbe|selbe|selben|gleiche|gleichen|gleicher|gleiches|gleichem",
      also: "auch|noch",
      distinct: "verschiedene|verschiedenen|unterschiedliche|unterschiedlichen",
      each: "je|pro|jede|jeder|jedes|jedem",
      row: "zeilen|eintrage|tabelle",
      than: "als",
      money:
        "ausgegeben|ausgeben|kostet|kosten|gekostet|bezahlt|zahlen|preis|preise|teuer|teuerste|teuersten|teuerster|teuerstes|billig|billigste|billigsten|billigster|billigstes|gunstigste|gunstigsten|gunstigster|gunstigstes|verdient|umsatz",
      month: "monat|monate|monats|monaten",
      quarter: "quartal|q1|q2|q3|q4",
      rank: "rang|platz|position",
    },
    superlative: ".{4,}ste[nrsm]?",
    range: "bis|bis zum|bis einschliesslich",
    ordinals:
      "zweite/zweiten/zweiter/zweites/zweitem/zweit dritte/dritten/dritter/drittes/drittem/dritt vierte/vierten/vierter/viertes/viertem/viert fünfte/fünften/fünfter/fünftes/fünftem/fünft sechste/sechsten/sechster/sechstes/sechstem/sechst siebte/siebten/siebter/siebtes/siebtem/siebt achte/achten/achter/achtes/achtem/acht neunte/neunten/neunter/neuntes/neuntem/neunt zehnte/zehnten/zehnter/zehntes/zehntem/zehnt",
    scales: {
      tausend: 1000,
      million: 1000000,
      millionen: 1000000,
      mio: 1000000,
      milliarde: 1000000000,
      milliarden: 1000000000,
      mrd: 1000000000,
    },
    totals: "gesamt gesamtsumme summe insgesamt zwischensumme durchschnitt mittelwert",
    stops:
      "der die das den dem des ein eine einen einem einer eines in im an am auf zu zum zur ist war waren sind sein hat haben hatte hatten von vom bei mit fur aus es sie er wir ich uns wie viel viele was wer wann wo als oder und nicht gibt wurde wurden wird werden haben wir ich unser unsere dass wenn aber so man hast hoch um lag liegt lagen erwartet hinsichtlich bezuglich",
    notation: "comma",
  },
  capitalNouns: true,
};
