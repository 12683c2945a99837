/**
 * Words that are written with a full stop that need not end a sentence, by language. Three classes, because they
 * behave differently: after a title the sentence always goes on; after a reference it goes on before a number; after
 * any other abbreviation it goes on unless a word follows that likes to begin sentences.
 */
export interface Abbreviations {
  readonly titles: ReadonlySet<string>;
  readonly references: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
  /** Function words that, written with a capital after an abbreviation, begin a new sentence. */
  readonly starters: ReadonlySet<string>;
  /** Whether `3.` is how the language writes "third", so that a number of one or two digits goes on. */
  readonly ordinals: boolean;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(" ").filter(Boolean));

function entry(lists: { titles: string; references: string; others: string; starters: string; ordinals?: true }) {
  return {
    titles: words(lists.titles),
    references: words(lists.references),
    others: words(lists.others),
    starters: words(lists.starters),
    ordinals: lists.ordinals ?? false,
  };
}

const english = entry({
  titles:
    "dr mr mrs ms messrs prof st rev hon gen col maj capt lt sgt cpl cmdr adm gov sen rep pres supt fr sr br mt ft vs",
  references:
    "no nos nr fig figs p pp vol vols ch sec sect art para eq ed ca c approx jan feb mar apr jun jul aug sep sept oct nov dec",
  others:
    "etc inc ltd co corp bros llc jr sr cf al e.g i.e a.m p.m u.s u.k u.n ph.d b.c a.d dept univ assn est min max",
  starters:
    "the a an in it its this these that those he she they we i you there but and however on at for from when while as if after before his her their our by with to some many most all both what who where why how since although during under no not one two other another such because so then thus also according",
});

const german = entry({
  titles: "dr prof hr fr frau hrn dipl ing mag st sr sankt",
  references: "nr nrn abb abs art bd s kap tab ziff lit rn jan feb mär apr jun jul aug sep sept okt nov dez ca",
  others:
    "z.b d.h u.a bzw usw etc evtl ggf inkl exkl max min mind sog vgl v.a o.ä u.u i.d.r z.t str tel geb gest jh chr mio mrd std sek ev kath v n",
  starters:
    "der die das den dem des ein eine einer eines einem einen er sie es wir ihr ich dies diese dieser dieses jener in im am an auf aus bei beim mit nach von vom vor zu zum zur für durch und aber doch oder als wenn wie da dann danach dort hier sein seine ihre nur auch so während seit unter über nicht man es",
  ordinals: true,
});

const french = entry({
  titles: "m mm mme mmes mlle mlles dr pr me st ste mgr",
  references: "n no art chap fig p pp t vol al éd env janv févr avr juil sept oct nov déc",
  others: "etc cf ex p.ex c.-à-d av apr j.-c max min tél",
  starters:
    "le la les l un une des il elle ils elles on nous vous je ce cet cette ces dans en à au aux sur par pour avec et mais ou donc or ni car si quand lorsque comme après avant depuis selon son sa ses leur leurs",
});

const spanish = entry({
  titles: "sr sra srta sres d dña dr dra prof ing lic gral sto sta fr mons",
  references: "núm n.º art arts cap fig pág págs p pp vol t ed aprox",
  others: "etc ee.uu ej p.ej a.c d.c a.m p.m cía ud uds vd vds tel av avda máx mín s.a",
  starters:
    "el la los las un una unos unas él ella ellos ellas en a al de del por para con y pero o si cuando como este esta estos estas ese esa su sus se no también después antes desde según",
});

const italian = entry({
  titles: "sig sigg sig.ra dr dott dott.ssa prof prof.ssa avv ing arch on s st mons",
  references: "n nn art artt cap fig p pag pagg vol t ed ca",
  others: "ecc es p.es a.c d.c cfr max min tel s.p.a s.r.l sec",
  starters:
    "il lo la i gli le un uno una egli ella esso essa essi in nel nella a al alla di del della da dal per con su sul e ma o se quando come questo questa questi queste suo sua non anche dopo prima secondo",
});

const portuguese = entry({
  titles: "sr sra srta dr dra prof profa eng gen sto sta d",
  references: "n nº art arts cap fig pág págs p pp vol ed aprox",
  others: "etc ex p.ex a.c d.c cia ltda s.a tel av máx mín séc",
  starters:
    "o a os as um uma uns umas ele ela eles elas em no na nos nas de do da por para com e mas ou se quando como este esta estes estas esse essa seu sua não também depois antes desde segundo",
});

const dutch = entry({
  titles: "dhr mevr mw dr drs ir ing prof mr st",
  references: "nr nrs art afb blz p fig hfst par bijl jan feb mrt apr jun jul aug sept okt nov dec ca",
  others: "bv bijv d.w.z enz etc evt excl incl max min m.b.t o.a n.a.v t.a.v t.o.v tel v.chr n.chr",
  starters:
    "de het een hij zij ze het wij we ik dit dat deze die in op aan van voor met bij naar uit door en maar of als toen wanneer hoe daar hier zijn haar hun ook na sinds volgens niet er",
});

const nordic = entry({
  titles: "dr hr fr frk prof st ing",
  references: "nr s kap fig art pkt tab bl ca jan febr feb mar apr jun jul aug sept sep okt nov dec des",
  others:
    "bl.a bla d.v.s dvs t.ex ex f.eks f.ex m.m m.fl mfl o.s.v osv etc ev evt inkl max min tel kl kr mio mia f.kr e.kr",
  starters:
    "den det de en ett et ei han hun hon vi jeg jag i på av af för for med til till från fra och og men eller om når när da då som der där her här dette detta denne denna ikke inte",
  ordinals: true,
});

const finnish = entry({
  titles: "tri prof hra rva nti",
  references: "nro s ks luku kuva n",
  others: "esim mm jne eaa jaa ym yms ts tms ko em v klo puh milj mrd",
  starters: "se ne hän he me minä tämä nämä tuo nuo ja mutta tai jos kun kuin myös sen niiden hänen siellä",
  ordinals: true,
});

const russian = entry({
  titles: "г-н г-жа проф акад гр св им",
  references: "рис табл стр гл ст п пп т с № ок",
  others: "т.е т.д т.п т.к и.о н.э др пр г гг в вв тыс млн млрд руб коп ул д кв см напр обл",
  starters:
    "в на с по из от за к о у и а но или он она оно они мы я это этот эта эти тот так как если когда после до при для его её их не также",
});

const turkish = entry({
  titles: "dr prof doç av sn hz",
  references: "no s cilt bkz md şek",
  others: "vb vs vd örn yy yak m.ö m.s tel",
  starters: "bu şu o bir ve ama fakat ancak eğer sonra önce için ise da de ile çok her",
  ordinals: true,
});

const greek = entry({
  titles: "κ κα κ.κ δρ καθ αγ",
  references: "αρ σελ εικ αρθ παρ τομ κεφ",
  others: "π.χ κ.λπ κ.ά κτλ δηλ μ.χ π.μ μ.μ τηλ βλ εκ",
  starters: "ο η το οι τα ένας μία ένα σε στο στη από για με και αλλά ή αν όταν όπως αυτός αυτή αυτό δεν",
});

const romanian = entry({
  titles: "dl dna dr prof ing sf",
  references: "nr art p pag fig vol cap alin",
  others: "etc ex î.hr d.hr tel str max min",
  starters: "un o în la de din pe cu și dar sau dacă când cum acest această aceste el ea ei ele nu după",
});

const byLanguage = new Map<string, Abbreviations>([
  ["en", english],
  ["de", german],
  ["fr", french],
  ["es", spanish],
  ["it", italian],
  ["pt", portuguese],
  ["nl", dutch],
  ["sv", nordic],
  ["da", nordic],
  ["no", nordic],
  ["nb", nordic],
  ["nn", nordic],
  ["fi", finnish],
  ["ru", russian],
  ["tr", turkish],
  ["el", greek],
  ["ro", romanian],
]);

/** Of a BCP 47 tag; a language that is not listed gets the English ones. */
export function abbreviationsOf(language: string): Abbreviations {
  return byLanguage.get(primarySubtag(language)) ?? english;
}

/** `pt-BR` → `pt`. */
export function primarySubtag(language: string): string {
  return language.split(/[-_]/, 1)[0]!.toLowerCase();
}
