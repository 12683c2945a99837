import type { Language } from "./language.ts";

export const french: Language = {
  tag: "fr",
  spacing: "words",
  questions: {
    how_to:
      "comment \\S+[ei]r|comment \\S+re|comment puis-je|comment peut-on|comment … je|comment … on|comment … vous|quelles étapes",
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
  },
  negation: "pas|jamais|aucun|aucune|sans|ni|(?<=(?<!\\p{L})n(?:e |['’])[\\p{L}-]{1,30} )plus",
  exceptions: "sauf|hormis|excepté|à part|en dehors de",
  frames:
    "sorte sortes type types exemple exemples nom noms terme termes mot mots façon manière pourcentage nombre date chose choses raison but selon normalement généralement habituellement passe passé arrive arrivé arriva puis peut peux dois doit faut appelé appelée appelle appelés connu connue signifie signifient désigne sert servent utilise utilisent utilisé utilisée exactement vraiment",
  forms: null,
  verbPrefixes: null,
  opposites: "plus_de moins_de|avant après|premier dernier|première dernière|maximal minimal|maximum minimum|nord sud",
  counting: null,
  breadth: {
    sides: String.raw`\bcompar(?:e|er|ez|aison)\b|\bdifférences?\b|\bdiffèrent\b|\bversus\b|\bvs\b|\b(?:plus|moins) \p{L}+.*,.*\bou\b|\b(?:et|ou) (?:qui|quand|où|quel(?:le)?s?|pourquoi|comment|combien)(?!\p{L})`,
    joints: ["et|ou|versus|vs", "avec|que|à"],
    comparing: "compare[rz]?|(?<kinds>(?:quelles? (?:est|sont) )?(?:la |les )?différences? entre)",
    defining: "Qu’est-ce que {side} ?",
    linked: String.raw`\b(?:dont|duquel|desquel(?:le)?s|auquel|auxquel(?:le)?s|(?:de|dans|sur|par|pour|avec) (?:laquelle|lequel|lesquel(?:le)?s))\b|\soù\s`,
    overview: String.raw`\brésum(?:e|er|ez|é)(?!\p{L})|\baperçu\b|^de quoi (?:parle|s['’]agit|est-il question)|points (?:clés|principaux|essentiels)|\bvue d['’]ensemble\b|^(?:explique|expliquez|décris|décrivez)\b|^parlez?[- ]moi\b|\btout (?:sur|ce qu['’e]|ce qui)|^que (?:dit|disent|exige|exigent|recommande|recommandent|prévoit|prescrit) (?<source>.*?) (?:sur|à propos|au sujet|pour|concernant)\b`,
    contents: String.raw`^(?:donne[z-]*(?:moi)? |fais )?(?:un |une )?(?:aperçu|résumé?|résumez|vue d['’]ensemble)(?: (?:de|des|du|tous|toutes|les|mes|tes|vos))*(?: (?:documents?|sources?|fichiers?|tout|notes))?\W*$|^quel(?:le)?s (?:documents|sources|fichiers)\b.{0,20}\b(?:as-tu|avez-vous|y a-t-il|sont disponibles)\W*$|^(?:en quoi|comment) (?:peux-tu|pouvez-vous) m['’]aider\W*$|^de quoi (?:s['’]agit-il|parlent les (?:documents|sources))\W*$`,
    about:
      "quoi parle agit question points clés principaux essentiels résumé résume résumer résumez aperçu vue ensemble explique expliquez décris décrivez énumère énumérez liste listez parle parlez moi tout dit disent exige exigent recommande recommandent prévoit prescrit compare comparer comparez faire savoir prendre fonctionne fonctionnent marche traite gère réunion séance",
    decisions: "décid[eé]\\p{L}*|décisions?|adopté\\p{L}*|approuvé\\p{L}*|voté\\p{L}*",
  },
  refusal: "Je n’ai pas trouvé de réponse à cette question dans les sources disponibles.",
  announcing: "suivante?s?|ci-dessous|comme suit",
  followUps: {
    openers: "et|mais|ou|donc|alors|aussi|qu'en est-il|pourquoi",
    pointers: "il|elle|ils|elles|lui|celui-ci|celle-ci|ceci|cela|ça",
  },
  talk: {
    hello: "bonjour|salut|bonsoir|coucou",
    thanks: "merci|merci beaucoup|merci bien",
    goodbye: "au revoir|à bientôt|bonne nuit",
    ability:
      "que peux-tu faire|que sais-tu faire|que savez-vous faire|que pouvez-vous faire|qui es-tu|qui êtes-vous|aide|que sais-tu",
  },
  replies: {
    hello: "Bonjour ! Je suis {name}.",
    introduction: "Je suis {name}.",
    thanks: "Je vous en prie.",
    goodbye: "Au revoir.",
    sources: "Je réponds à partir de ces sources : {titles}.",
    noSources: "Je n’ai pas encore de sources.",
    examples: "Vous pouvez me demander, par exemple :",
  },
  abbreviations: {
    titles: "m mm mme mmes mlle mlles dr pr me st ste mgr drs prof",
    references: "n no art chap fig p pp t vol al éd env janv févr avr juil sept oct nov déc réf eq éq sect",
    others: "etc cf ex p.ex c.-à-d av apr j.-c max min tél",
    starters:
      "le la les l un une des il elle ils elles on nous vous je ce cet cette ces dans en à au aux sur par pour avec et mais ou donc or ni car si quand lorsque comme après avant depuis selon son sa ses leur leurs",
    ordinals: false,
  },
  statements: {
    numbers:
      "zéro=0 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 treize=13 quatorze=14 quinze=15 seize=16 vingt=20 vingts=20 trente=30 quarante=40 cinquante=50 soixante=60 cent=100 cents=100 mille=1000 million=1000000 millions=1000000 dizaine=10 douzaine=12 vingtaine=20 demi=0.5 demie=0.5 quart=1/4 quarts=1/4",
    units:
      "s=seconde secondes|min=minute minutes|h=heure heures|d=jour jours quotidien quotidiennement|wk=semaine semaines hebdomadaire hebdomadairement|mo=mois mensuel mensuelle mensuellement|3mo=trimestre trimestres trimestriel trimestrielle|6mo=semestre semestres semestriel semestrielle|y=an ans année années annuel annuelle annuellement|decade=décennie décennies|century=siècle siècles|times=fois|m=mètre mètres|in=pouce pouces|ft=pied pieds|mi=mile miles|are=are ares|ha=hectare hectares|m²=mètre_carré mètres_carrés|m³=mètre_cube mètres_cubes|g=gramme grammes|kg=kilo kilos|t=tonne tonnes|pound=livre livres|l=litre litres|%=pour_cent pourcent|‰=pour_mille|pp=point_de_pourcentage points_de_pourcentage|€=euro euros|$=dollar dollars|¢=centime centimes|CHF=franc francs|°=degré degrés|°C=celsius degré_celsius degrés_celsius|°F=fahrenheit degré_fahrenheit degrés_fahrenheit|K=kelvin kelvins|W=watt watts|V=volt volts|A=ampère ampères|Hz=hertz|bar=bars|B=octet octets|kB=ko|MB=mo|GB=go|TB=to|KiB=kio|MiB=mio|GiB=gio|bit=bit bits|px=pixel pixels|pt=point points",
    synonyms:
      "changer changé changés changée changées remplacer remplacé remplacés remplacée remplacées renouveler renouvelé|vérifier vérifié vérifiée vérifiés contrôler contrôlé contrôlée contrôlés inspecter inspecté inspectée inspectés examiner examiné|commencer commence commencé débuter débute|finir finit terminer termine terminé|construire construit construite bâtir bâti bâtie|réparer réparé réparée|acheter acheté achetée|coûte coûtent coûter prix|personnel employés salariés|besoin nécessite nécessitent exiger exige requiert|permis autorisé autorisée permise|interdit interdite défendu|soulever soulève lever lève|contenir contient|nettoyer nettoyé nettoyée nettoyés|livrer livré livrée|conserver conservé stocker stocké stockée conservée|grand grande|entreprise société firme|entretien maintenance|montrer montre montrent afficher affiche affichent indiquer indique indiquent|donner donne donnent donné donnée fournir fournit fournissent fourni fournie|fabriquer fabrique fabriquent fabriqué fabriquée|maximum maximal maximale|minimum minimal minimale|envoyer envoie envoient envoyé envoyée expédier expédie expédient expédié expédiée|rapide rapidement vite|voiture automobile|fermer ferme ferment fermé fermée fermés fermées|utiliser utilise utilisent utilisé utilisée employer emploie emploient|ouvrir ouvre ouvrent ouvert ouverte ouverts ouvertes rouvrir|lire lisent lu lue lus lues|relire relisent relu relue relus relues|écrire écrit écrite écrits écrivent|prendre prend prennent pris prise|mettre met mettent mis mise|recevoir reçoit reçoivent reçu reçue reçus|tenir tient tiennent tenu tenue|vendre vend vendent vendu vendue|perdre perd perdent perdu perdue|produire produit produisent produite|conduire conduit conduisent|choisir choisit choisissent choisi choisie|servir sert servent servi|offrir offre offrent offert offerte|payer paie paient payé payée",
    light:
      "aussi également chaque tous toutes tout toute par donc ainsi cependant toutefois effectué effectuée effectués effectuées fait faite lieu environ selon intervalle intervalles normalement généralement habituellement actuellement actuellement doit doivent peut peuvent être sera seront cause raison grâce",
    rarely: "rarement|peu souvent|guère",
    sometimes: "parfois|quelquefois|occasionnellement|de temps en temps",
    often: "souvent|fréquemment|régulièrement",
    always: "toujours|en permanence|constamment|tout le temps",
    every: "chaque|tous|toutes",
    contrasts: [
      "avant / ~après / jusqu['’](?:à|au|aux)",
      "sans / ~avec",
      "sauf si|à moins que / ~si|quand|lorsque",
      "au lieu de|plutôt que / ~en plus de|ainsi que",
      "premi(?:er|ère)s?|d['’]abord / deuxième|seconde? / troisième / quatrième / cinquième / derni(?:er|ère)s?",
      "~plus / moins",
      "~doi(?:s|t|vent)|dev(?:ez|ons|ra|rez|ront)|faut|obligatoires?|obligatoirement / ~peu(?:x|t|vent)|pou(?:vez|vons|rra|rrez|rront|rrait)|facultati(?:f|ve)s? / ~devr(?:ait|aient|iez)",
      "seulement|uniquement|exclusivement",
      "~tous|toutes|chaque / ~certaine?s|quelques / ~plusieurs|beaucoup",
      "~mêmes? / ~autres?|différente?s?",
      "~automatique(?:ment|s)? / ~manuel(?:le|lement|s)?",
      "~internes? / ~externes?",
      "~loca(?:l|le|ux|les) / ~distante?s?",
      "~gauche / ~droite?s?",
      "~entrées? / ~sorties?",
      "~haut|dessus / ~bas|dessous",
      "~nouve(?:au|aux|lle|lles) / ~ancien(?:ne)?s?",
      "~activ(?:er|ez|e|é|ée|és|ées) / ~désactiv(?:er|ez|e|é|ée|és|ées)",
      "~affich(?:er|ez|e|é|ée|és|ées) / ~masqu(?:er|ez|e|é|ée|és|ées)",
      "~ouv(?:rir|rez|re|ert|erte)s? / ~ferm(?:er|ez|e|é|ée)s?",
    ],
    prefixed:
      "im(?=possib|probab)|in(?=visib|valid|connu|utile|disponib|dépendan|complet|correct|compatib|exact|suffisan|direct|certain|habituel|achevé)|ir(?=régul)|dé(?=connect)",
    than: "(?:plus|moins|aussi) (?:[\\p{L}’']+ ){1,3}qu(?:e|['’])",
    atLeast: "au moins|au minimum|pas moins de|minimum de",
    atMost: "au plus|au maximum|pas plus de|jusqu['’]à|maximum de",
    over: "plus de|supérieure? à|au-dessus de|dépasse",
    under: "moins de|inférieure? à|au-dessous de",
    joins: "et|mais|tandis que|ainsi que|ou",
    conditions: "si|quand|lorsque|parce que|avant|après",
    determiners:
      "le|la|les|l['’]|un|une|des|du|ce|cet|cette|ces|son|sa|ses|leur|leurs|chaque|tous|toutes|il|elle|ils|elles|en|dans|à|pour|pendant|si|après|avant",
    pronouns:
      "il|elle|ils|elles|ce|cet|cette|ces|celui-ci|celle-ci|ceux-ci|son|sa|ses|leur|leurs|chacun|chacune|ensuite|puis",
    subjects: "il|elle|ils|elles|(?<=(?:nous|vous|on) )(?:le|la|les)",
    by: "par",
    subjectFirst: true,
    of: "de|du|des|d['’]",
    attribution:
      "(?:selon|d['’]après|conformément à) (?:le |la |les |l['’])?(?:passages?|sources?|documents?|extraits?|textes?|manuel)(?: (?:numéro |n° ?)?(?<n>\\d{1,3}))?,? ",
  },
  capitalNouns: false,
};
