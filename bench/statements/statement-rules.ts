/** The rules for English and German, and all of them by language. */
import { french, spanish } from "./romance-rules.ts";
import { aside, type RulesOfLanguage } from "./rules-of-language.ts";

const english: RulesOfLanguage = {
  numbers: "zero one two three four five six seven eight nine ten eleven twelve",
  units: "seconds minutes hours days weeks months years bytes kilobytes megabytes gigabytes pixels lines pages",
  kept: [
    aside,
    [/, (?:and|but) (?:it|they|you) [^,;:]{10,90}\.$/u, "."],
    [/, (?:because|so that|which) [^,;:]{10,120}\.$/u, "."],
    [
      /^(If|When|After|Before|While) ([^,;:]{10,90}), (?!then)(\p{L})([^,;:]{10,120})\.$/u,
      (_, when, first, a, rest) => `${a!.toUpperCase()}${rest} ${when!.toLowerCase()} ${first}.`,
    ],
    [/\b(do|does|is|are|can|should|must|did|was) not\b/u, (_, verb) => (verb === "can" ? "can't" : `${verb}n't`)],
    [/\bcannot\b/u, "can't"],
    [/\b(\w+)n['’]t\b/u, (_, verb) => (verb === "ca" ? "cannot" : verb === "wo" ? "will not" : `${verb} not`)],
    [/^Note that (\p{L})/u, (_, a) => a!.toUpperCase()],
    [/\bin order to\b/u, "to"],
    [
      /\b(is|are) not (possible|available|necessary|visible|known)\b/u,
      (_, verb, what) => `${verb} ${/^[pm]/.test(what!) ? "im" : what === "visible" ? "in" : "un"}${what}`,
    ],
  ],
  changed: {
    negation: [
      [
        /(?<=[\p{Ll}`\d] )(is|are|can|may|must|was|does|will|should|has been|have been)(?! (?:not|no|never|only|nothing)\b|n['’]t)(?! [^,;.]*\b(?:not|no|never|nor|without)\b)(?= \p{Ll})/u,
        (verb) => verb.replace(/^(\w+)/, "$1 not"),
      ],
      [
        /\b(you|we|they|users) (need|want|have|use|see|get|know|find)\b(?! [^,;.]*\b(?:not|no|never|without)\b)/u,
        "$1 do not $2",
      ],
      [/\b(is|are|can|must|was|does|do|will|should) not (?!only|necessarily|yet|always)/u, "$1 "],
      [/\bcannot\b/u, "can"],
      [/\b(is|are|was|does|do|should)n['’]t\b/u, "$1"],
      [/\bcan['’]t\b/u, "can"],
      [/\bno longer\b/u, "still"],
      [/\bnever\b/u, "always"],
      [/\b(has|have|is|are) no (?=\p{Ll})/u, "$1 a "],
      [/(?<=\p{Ll} )can (?=be \p{Ll}+ed\b)/u, "fails to "],
    ],
    frequency: [
      [/(?<=[\p{Ll}`] )(is|are) (?!not|never|always|only)(?=\p{Ll}+ed\b)/u, "$1 rarely "],
      [/\b(?:usually|often|normally|generally|always)\b/u, "rarely"],
      [/(?<=[\p{Ll}`] )(is|are) (?!not|never|always|only)(?=\p{Ll}+ed\b)/u, "$1 always "],
    ],
    only: [
      [/(?<=\p{Ll} )(can|may|must|will) (?!not|only)(?=be )/u, "$1 only "],
      [/(?<=\p{Ll} )is (?!not|only)(?=used|shown|available|needed|applied)/u, "is only "],
    ],
    without: [
      [/\bwithout\b/u, "with"],
      [/(?<=\p{Ll} )with (?=(?:a|the) )/u, "without "],
      [/\bexcept(?: for)?\b/u, "including"],
      [/\bincluding\b/u, "except"],
    ],
  },
  opposites:
    "before after|minimum maximum|increase decrease|increases decreases|increased decreased|allowed forbidden|open close|opened closed|opens closes|first last|left right|above below|up down|enable disable|enabled disabled|enables disables|show hide|shown hidden|start stop|starts stops|lock unlock|add remove|added removed|input output|upload download|horizontal vertical|horizontally vertically|lower higher|lowest highest|larger smaller|largest smallest|top bottom|same different|automatically manually|internal external|older newer|inside outside|local remote|foreground background|light dark|lighter darker|bright dark|more less|true false|read write|short long|longer shorter|fast slow|faster slower|easy difficult|required optional|public private|wide narrow|beginning end|next previous|positive negative|online offline|all none|everything nothing",
  prefixed:
    "possible impossible|necessary unnecessary|available unavailable|known unknown|visible invisible|valid invalid|usual unusual|able unable|important unimportant|supported unsupported|encrypted unencrypted|complete incomplete|correct incorrect|compatible incompatible|used unused|saved unsaved|installed uninstalled|trusted untrusted|dependent independent",
  additions: [
    "and costs nothing extra",
    "on a Raspberry Pi",
    "once a quarter",
    "with the help of a technician",
    "and is painted blue",
  ],
  subject:
    /^((?:The|A|An|Your|Every|Each|This) (?:[a-z-]+ ){0,2}?[a-z-]+) (?=(?:is|are|was|has|can|must|may|will|should|uses|shows|allows|contains|needs|does)\b)/u,
  dependent: /^(?:It|They|This|That|Then|These|There|He|She|Here|Such|Both|See|For example|However|Also|Otherwise)\b/u,
};

const german: RulesOfLanguage = {
  numbers: "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
  units: "Sekunden Minuten Stunden Tage Wochen Monate Jahre Byte Kilobyte Megabyte Gigabyte Pixel Zeilen Seiten",
  kept: [
    aside,
    [/, (?:und|aber|denn) [^,;:]{10,90}\.$/u, "."],
    [/, (?:weil|da|damit|sodass|so dass) [^,;:]{10,120}\.$/u, "."],
    [
      /^(Wenn|Falls|Sobald) ([^,;:]{10,90}), (können|müssen|sollten|dürfen) Sie ([^,;:]{10,120})\.$/u,
      (_, when, first, verb, rest) => `Sie ${verb} ${rest}, ${when!.toLowerCase()} ${first}.`,
    ],
    [/\bnicht möglich\b/u, "unmöglich"],
    [/\bnicht (sichtbar|bekannt|nötig|gültig|vollständig|notwendig)\b/u, "un$1"],
    [/ beispielsweise(?= )/u, " zum Beispiel"],
    [/\bz\. ?B\. /u, "zum Beispiel "],
  ],
  changed: {
    negation: [
      [
        /\b(ist|sind|hat|haben|benötigen Sie|enthält|gibt es|brauchen Sie|besitzt) ein(e[nmrs]?)? (?=\p{L})/u,
        (_, verb, end) => `${verb} kein${end ?? ""} `,
      ],
      [
        /\b(können Sie|kann man|können|kann|ist|sind|wird|werden|darf|muss|müssen|sollte|sollten|wurde|wurden) (?!nicht\b|kein|nur\b|niemals|nie\b|Sie\b|man\b|sich\b|er\b|es\b|sie\b|ein|auch\b|jedoch\b|aber\b|immer\b)(?![^,;.]*\b(?:nicht|nie|niemals|kein\p{L}*|ohne)\b)(?=\p{Ll})/u,
        "$1 nicht ",
      ],
      [/(?<=\p{L} )nicht (?!nur|mehr|unbedingt|immer|möglich)/u, ""],
      [/\bnicht mehr\b/u, "noch"],
      [/\bkein(en|em|er|es|e)? (?=\p{L})/u, (_, end) => `ein${end ?? ""} `],
      [/\b(?:niemals|nie)\b/u, "immer"],
    ],
    frequency: [
      [/\b(?:normalerweise|üblicherweise|oft|häufig|immer|meistens|meist|stets)\b/u, "selten"],
      [/\b(wird|werden) (?!nicht|nur|nie)(?=\p{Ll})/u, "$1 selten "],
      [/\b(wird|werden) (?!nicht|nur|nie|immer)(?=\p{Ll})/u, "$1 immer "],
    ],
    only: [
      [
        /\b(kann|können|wird|werden|ist|sind) (?!nicht|nur|nie|kein)(?=(?:mit|in|im|auf|durch|von|für|bei|zur|zum|über) )/u,
        "$1 nur ",
      ],
    ],
    without: [
      [/\bohne\b/u, "mit"],
      [/(?<=\p{L} )mit (?=(?:einem|einer|dem|der|den) )/u, "ohne "],
      [/\baußer\b/u, "einschließlich"],
    ],
  },
  opposites:
    "vor nach|minimale maximale|erhöhen verringern|erhöht verringert|erlaubt verboten|öffnen schließen|geöffnet geschlossen|erste letzte|ersten letzten|linken rechten|links rechts|oberen unteren|oben unten|oberhalb unterhalb|aktivieren deaktivieren|aktiviert deaktiviert|einschalten ausschalten|eingeschaltet ausgeschaltet|anzeigen verbergen|starten beenden|sperren entsperren|hinzufügen entfernen|hinzugefügt entfernt|Eingabe Ausgabe|waagerecht senkrecht|horizontal vertikal|horizontale vertikale|niedriger höher|größer kleiner|größere kleinere|gleichen anderen|automatisch manuell|interne externe|internen externen|ältere neuere|innerhalb außerhalb|lokale entfernte|Vordergrund Hintergrund|hell dunkel|helle dunkle|heller dunkler|mehr weniger|wahr falsch|kurze lange|länger kürzer|schnell langsam|schneller langsamer|einfach schwierig|öffentliche private|breit schmal|Anfang Ende|nächsten vorherigen|positive negative|alle keine|alles nichts|vorwärts rückwärts|warme kalte",
  prefixed:
    "möglich unmöglich|sichtbar unsichtbar|sichtbare unsichtbare|abhängig unabhängig|gültig ungültig|gültige ungültige|bekannt unbekannt|nötig unnötig|vollständig unvollständig|sicher unsicher|wichtig unwichtig|genau ungenau|begrenzt unbegrenzt|erwünscht unerwünscht",
  additions: [
    "und kostet nichts extra",
    "auf einem Raspberry Pi",
    "einmal im Quartal",
    "mit Hilfe eines Technikers",
    "und ist blau lackiert",
  ],
  subject:
    /^((?:Der|Die|Das|Ein|Eine|Ihr|Ihre|Jede|Jeder) (?:\p{Ll}+ ){0,1}?\p{Lu}[\p{L}-]+) (?=(?:ist|sind|wird|werden|kann|können|muss|müssen|hat|haben|enthält|zeigt|verwendet|benötigt|bietet|erlaubt)\b)/u,
  dependent:
    /^(?:Es|Er|Sie (?!können|müssen|sollten|dürfen|benötigen|haben|wollen)|Diese|Dieser|Dieses|Dies|Das (?:ist|sind|wird|kann)|Dann|Hier|Dort|Dabei|Dazu|Damit|Daher|Dadurch|Davon|Siehe|Außerdem|Beide|Solche|Zum Beispiel|Allerdings|Jedoch|Andernfalls|Weitere)\b/u,
};

const word = String.raw`\p{L}[\p{L}-]*`;

export const rulesByLanguage = { en: english, de: german, fr: french, es: spanish } as const;

/** Names that stand in a text of any of the languages, but for one that begins its sentence. */
export const nameInside = new RegExp(
  String.raw`(?<=[\p{Ll},] )(${word}(?:X|BSD|OS|SQL)|Debian|GNOME|GIMP|Linux|GNU|Python|Windows|Ubuntu|Firefox|Photoshop|Inkscape|Internet|Adobe|Google|Microsoft|Apple|Perl|Emacs|Bluetooth|Wayland|Evolution|Gmail|Orca|USB|CUPS|SSH|PNG|JPEG|PDF|GIF|TIFF|SVG|DVD|DHCP|DNS|NFS|RAID|LVM|UEFI|BIOS|GRUB|HTTP|FTP|UTF-8|RGB|CMYK|HSV)(?=[ .,;])`,
  "u",
);
