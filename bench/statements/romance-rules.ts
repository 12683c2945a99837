/** The rules for French and Spanish. */
import { aside, type RulesOfLanguage } from "./rules-of-language.ts";

const clitics = "(?:se |lo |la |le |les |los |las |me |nos )?";
const spanishVerb =
  "(?:es|son|está|están|puede|pueden|debe|deben|tiene|tienen|permite|será|fue|era|hay|contiene|necesita|funciona|utiliza|usa|muestra|aparece|existe)";

export const spanish: RulesOfLanguage = {
  numbers: "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
  units: "segundos minutos horas días semanas meses años bytes kilobytes megabytes gigabytes píxeles líneas páginas",
  kept: [
    aside,
    [/, (?:y|pero) [^,;:]{10,90}\.$/u, "."],
    [/, (?:porque|ya que|puesto que|para que|lo que) [^,;:]{10,120}\.$/u, "."],
    [
      /^(Si|Cuando|Mientras) ([^,;:]{10,90}), (?!entonces)(\p{L})([^,;:]{10,120})\.$/u,
      (_, when, first, a, rest) => `${a!.toUpperCase()}${rest} ${when!.toLowerCase()} ${first}.`,
    ],
    [
      /\bno (es|son) (posible|válido|visible|necesario)\b/u,
      (_, verb, what) =>
        /^[p]/.test(what!) ? `${verb} im${what}` : what === "necesario" ? `${verb} innecesario` : `${verb} in${what}`,
    ],
    [/^(?:Tenga en cuenta|Observe|Note|Recuerde) que (\p{L})/u, (_, a) => a!.toUpperCase()],
    [/\bcon el fin de\b/u, "para"],
  ],
  changed: {
    negation: [
      [
        new RegExp(
          String.raw`(?<!\b[Nn]o |\bnunca |\bque |\bsi |\bnada |\btampoco |\bse |\blo |\bla |\ble |\bles |\blos |\blas |\bme |\bnos )(?<=[\p{Ll}\p{N}] )${clitics}\b${spanishVerb} (?![^,;.]*\b(?:no|ning\p{L}+|nada|nunca|solo|sólo|sin)\b)(?=\p{Ll})`,
          "u",
        ),
        (found) => `no ${found}`,
      ],
      [
        new RegExp(
          String.raw`\b[Nn]o (?=${clitics}(?:${spanishVerb}|\p{L}+(?:n|a|e))\b)(?!solo|sólo|obstante)(?![^,;.]* (?:ning|nada|nunca|más que|sino))`,
          "u",
        ),
        "",
      ],
      [/\bno (hay|tiene|existe|tienen) ningun?([ao]?) /u, (_, verb, end) => `${verb} un${end === "a" ? "a" : ""} `],
      [/\b[Nn]unca\b/u, "siempre"],
      [/\bya no\b/u, "aún"],
    ],
    frequency: [
      [/\b(?:normalmente|generalmente|habitualmente|siempre|a menudo|frecuentemente)\b/u, "raramente"],
      [
        /(?<=\p{Ll} )(se \p{L}+(?:a|e|an|en)) (?!sol|sól|nunca|rar)(?=(?:en|con|por|para|de|a|al|del) )/u,
        "$1 raramente ",
      ],
      [
        /(?<=\p{Ll} )(se \p{L}+(?:a|e|an|en)) (?!sol|sól|nunca|siempre)(?=(?:en|con|por|para|de|a|al|del) )/u,
        "$1 siempre ",
      ],
    ],
    only: [
      [
        /(?<=\p{Ll} )((?:se )?(?:puede|pueden|debe|deben)) (?!no|solo|sólo|nunca)(?=\p{L}+(?:ar|er|ir)(?:se)?\b)/u,
        "$1 solo ",
      ],
    ],
    without: [
      [/\bsin (?!embargo)/u, "con "],
      [/(?<=\p{L} )con (?=(?:un|una|el|la|los|las) )/u, "sin "],
      [/\b(?:excepto|salvo)\b/u, "incluso"],
    ],
  },
  opposites:
    "antes después|mínimo máximo|mínima máxima|aumentar disminuir|aumenta disminuye|permitido prohibido|abrir cerrar|abre cierra|abierto cerrado|abierta cerrada|primera última|primer último|izquierda derecha|izquierdo derecho|superior inferior|arriba abajo|encima debajo|activar desactivar|activa desactiva|activado desactivado|activada desactivada|habilitar deshabilitar|mostrar ocultar|muestra oculta|iniciar detener|bloquear desbloquear|añadir quitar|entrada salida|subir bajar|horizontal vertical|horizontalmente verticalmente|mayor menor|mayores menores|grande pequeño|grandes pequeños|mismo distinto|misma distinta|automáticamente manualmente|interno externo|interna externa|antiguo nuevo|antigua nueva|antiguas nuevas|dentro fuera|local remoto|claro oscuro|claros oscuros|más menos|largo corto|larga corta|rápido lento|rápida lenta|fácil difícil|público privado|ancho estrecho|principio final|siguiente anterior|positivo negativo|adelante atrás",
  prefixed:
    "posible imposible|visible invisible|visibles invisibles|válido inválido|válida inválida|conocido desconocido|útil inútil|completo incompleto|correcto incorrecto|compatible incompatible|dependiente independiente|seguro inseguro|necesario innecesario|cifrado descifrado|instalado desinstalado|conectado desconectado|conectada desconectada",
  additions: [
    "y no cuesta nada más",
    "en una Raspberry Pi",
    "una vez por trimestre",
    "con ayuda de un técnico",
    "y está pintado de azul",
  ],
  subject:
    /^((?:El|La|Los|Las|Un|Una|Su|Cada) (?:\p{Ll}+ ){0,1}?\p{L}[\p{L}-]+) (?=(?:es|son|está|están|puede|pueden|debe|deben|tiene|tienen|permite|contiene|muestra|usa|utiliza|se)\b)/u,
  dependent:
    /^(?:Esto|Este|Esta|Estos|Estas|Eso|Ese|Esa|Ello|Aquí|Ahí|Entonces|Ellos|Ambos|Dicho|Dicha|Vea|Véase|Por ejemplo|Sin embargo|También|Además|Para más información|Allí|Tal|Tales)\b/u,
};

const frenchVerb =
  "(?:est|sont|peut|peuvent|doit|doivent|permet|permettent|contient|sera|seront|était|fonctionne|utilise|utilisent|dispose|existe|affiche|faut|pouvez|devez|avez)";
const elided = (verb: string) => (/^[aeiouhéê]/.test(verb) ? "n’" : "ne ");

export const french: RulesOfLanguage = {
  numbers: "zéro un deux trois quatre cinq six sept huit neuf dix onze douze",
  units: "secondes minutes heures jours semaines mois ans octets kilooctets mégaoctets gigaoctets pixels lignes pages",
  kept: [
    aside,
    [/, (?:et|mais) [^,;:]{10,90}\.$/u, "."],
    [/, (?:car|parce que|puisque|afin que|afin de|afin d['’]|ce qui) ?[^,;:]{10,120}\.$/u, "."],
    [
      /^(Si|Lorsque|Quand) ([^,;:]{10,90}), (?!alors)(\p{L})([^,;:]{10,120})\.$/u,
      (_, when, first, a, rest) => `${a!.toUpperCase()}${rest} ${when!.toLowerCase()} ${first}.`,
    ],
    [
      /\bn['’]est pas (possible|visible|valide|utile|disponible|connu)\b/u,
      (_, what) => `est ${/^p/.test(what!) ? "im" : "in"}${what}`,
    ],
    [/^(?:Notez|Remarquez) que (\p{L})/u, (_, a) => a!.toUpperCase()],
    [/\bafin de\b/u, "pour"],
  ],
  changed: {
    negation: [
      [
        new RegExp(
          String.raw`(?<!\b(?:ne|se|le|la|les|lui|qui|y|en|me|nous|vous) )(?<=[\p{Ll}\p{N}] )(${frenchVerb}) (?!pas|plus|jamais|aucun|que\b|rien|seulement|-)(?![^,;.]*\b(?:pas|ne|aucune?|sans)\b)(?=\p{Ll})`,
          "u",
        ),
        (_, verb) => `${elided(verb!)}${verb} pas `,
      ],
      [
        /\b(vous|nous) (pouvez|devez|avez|pouvons|devons) (?!pas|plus|jamais|aucun|que\b)(?![^,;.]*\b(?:pas|ne|aucune?|sans)\b)(?=\p{Ll})/u,
        (_, who, verb) => `${who} ${elided(verb!)}${verb} pas `,
      ],
      [
        /\b(?:ne |n['’])((?:\p{L}+ |[lsy]['’])?\p{L}+) pas (?!encore|seulement|toujours|forcément|nécessairement)/u,
        "$1 ",
      ],
      [/\b(?:ne |n['’])((?:\p{L}+ |[lsy]['’])?\p{L}+) plus (?=\p{L})/u, "$1 encore "],
      [/\b(?:ne |n['’])((?:\p{L}+ )?\p{L}+) jamais\b/u, "$1 toujours"],
      [/\b(?:ne |n['’])((?:\p{L}+ )?\p{L}+) aucun(e?) /u, "$1 un$2 "],
    ],
    frequency: [
      [/\b(?:habituellement|généralement|normalement|toujours|souvent|fréquemment)\b/u, "rarement"],
      [/(?<=\p{Ll} )(est|sont) (?!pas|plus|rarement|jamais|que)(?=\p{L}+(?:é|és|ée|ées)\b)/u, "$1 rarement "],
      [/(?<=\p{Ll} )(est|sont) (?!pas|plus|toujours|jamais|que)(?=\p{L}+(?:é|és|ée|ées)\b)/u, "$1 toujours "],
    ],
    only: [
      [
        /(?<=\p{Ll} )(peut|peuvent|doit|doivent) (?!pas|plus|seulement|jamais|que|uniquement)(?=être )/u,
        "$1 seulement ",
      ],
    ],
    without: [
      [/\bsans\b(?! doute)/u, "avec"],
      [/(?<=\p{L} )avec (?=(?:un|une|le|la|les) )/u, "sans "],
      [/\b(?:sauf|excepté)\b/u, "y compris"],
    ],
  },
  opposites:
    "avant après|minimum maximum|minimale maximale|augmenter diminuer|augmente diminue|autorisé interdit|ouvrir fermer|ouvre ferme|ouvert fermé|ouverte fermée|première dernière|premier dernier|gauche droite|haut bas|supérieur inférieur|supérieure inférieure|dessus dessous|activer désactiver|activé désactivé|activée désactivée|afficher masquer|affiche masque|démarrer arrêter|verrouiller déverrouiller|ajouter supprimer|ajouté supprimé|entrée sortie|horizontal vertical|horizontale verticale|horizontalement verticalement|grand petit|grande petite|même autre|automatiquement manuellement|interne externe|ancien nouveau|ancienne nouvelle|anciennes nouvelles|intérieur extérieur|local distant|premier-plan arrière-plan|clair sombre|claires sombres|plus moins|court long|courte longue|rapide lent|rapidement lentement|facile difficile|public privé|large étroit|début fin|suivant précédent|suivante précédente|positif négatif|obligatoire facultatif|avancer reculer",
  prefixed:
    "possible impossible|visible invisible|visibles invisibles|valide invalide|connu inconnu|utile inutile|disponible indisponible|disponibles indisponibles|dépendant indépendant|complet incomplet|correct incorrect|compatible incompatible|limité illimité|direct indirect|directement indirectement|régulier irrégulier|installé désinstallé|connecté déconnecté",
  additions: [
    "et ne coûte rien de plus",
    "sur un Raspberry Pi",
    "une fois par trimestre",
    "avec l’aide d’un technicien",
    "et est peint en bleu",
  ],
  subject:
    /^((?:Le|La|Les|Un|Une|Votre|Chaque) (?:\p{Ll}+ ){0,1}?\p{L}[\p{L}-]+|L['’]\p{L}+) (?=(?:est|sont|peut|peuvent|doit|doivent|a|ont|permet|contient|affiche|utilise|sera)\b)/u,
  dependent:
    /^(?:Il|Elle|Ils|Elles|Ceci|Cela|Ce|C['’]est|Cette|Ces|Cet|Ici|Là|Alors|Ensuite|Puis|Voir|Voyez|Par exemple|Cependant|Toutefois|Également|Aussi|De plus|On|Celui|Celle|Ceux|Celles|Vous trouverez)\b/u,
};
