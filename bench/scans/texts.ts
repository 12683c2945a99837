/** What stands on the pages that the bench draws. */

export const languages = ["en", "de", "fr"] as const;
export type PageLanguage = (typeof languages)[number];

export const texts: Readonly<Record<PageLanguage, { readonly title: string; readonly paragraphs: readonly string[] }>> =
  {
    en: {
      title: "Care of the pump house",
      paragraphs: [
        "The pump house stands at the lower end of the orchard and was built in 1931 by the grandfather of the present owner. It holds two pumps, of which one runs and the other waits. Whoever looks after it needs no special training, but should read these pages once a year, before the first frost, and again when a part has been replaced.",
        "Both pumps draw from the same well, which is 42 metres deep. The water level falls in dry summers by as much as six metres; below that, the switch on the wall turns the pump off so that it does not run dry. Do not bridge this switch. If it trips more often than twice a week, write the dates into the book and call the well builder, whose number is on the inside of the door.",
        "Every month, listen to the running pump for a minute. A high whistle means that air is drawn in, and a knocking sound that a bearing is worn. Feel the housing with the back of your hand: it may be warm, at most 45 degrees, but never hot. Then open the small tap at the filter and let half a bucket run into the grass. The water should be clear after a few seconds.",
        "Replace the filter every six months. The cartridge has the number FK-2208 and costs about 38 euros; three of them lie in the grey cupboard. Close the valve in front of it first, relieve the pressure with the tap, and unscrew the cup with the large key. Clean the seal, but do not grease it: fat makes it swell. When everything is tight again, open the valve slowly, a quarter turn at a time.",
        "In winter the pipes above the ground must be empty. Let the water out on the first day of November at the latest, and leave the tap open until March. The heater keeps the room above five degrees; it uses 0.8 kilowatt and switches itself on. If the lamp beside it is red, the fuse has blown, and there is a spare one in the drawer below the table.",
      ],
    },
    de: {
      title: "Die Pflege des Pumpenhauses",
      paragraphs: [
        "Das Pumpenhaus steht am unteren Ende des Obstgartens und wurde 1931 vom Großvater der heutigen Besitzerin gebaut. Darin stehen zwei Pumpen, von denen eine läuft und die andere wartet. Wer sich darum kümmert, braucht keine besondere Ausbildung, sollte diese Seiten aber einmal im Jahr lesen, bevor der erste Frost kommt, und noch einmal, wenn ein Teil ausgetauscht wurde.",
        "Beide Pumpen schöpfen aus demselben Brunnen, der 42 Meter tief ist. In trockenen Sommern fällt der Wasserstand um bis zu sechs Meter; darunter schaltet der Schwimmer an der Wand die Pumpe ab, damit sie nicht trocken läuft. Dieser Schalter darf nicht überbrückt werden. Löst er öfter als zweimal in der Woche aus, so schreibt man die Tage ins Heft und ruft den Brunnenbauer an, dessen Nummer innen an der Tür steht.",
        "Jeden Monat hört man der laufenden Pumpe eine Minute lang zu. Ein hohes Pfeifen bedeutet, dass Luft angesaugt wird, ein Klopfen, dass ein Lager verschlissen ist. Mit dem Handrücken prüft man das Gehäuse: Es darf warm sein, höchstens 45 Grad, aber niemals heiß. Danach öffnet man den kleinen Hahn am Filter und lässt einen halben Eimer ins Gras laufen. Das Wasser sollte nach einigen Sekunden klar sein.",
        "Der Filter wird alle sechs Monate gewechselt. Die Patrone hat die Nummer FK-2208 und kostet etwa 38 Euro; drei davon liegen im grauen Schrank. Zuerst schließt man das Ventil davor, lässt mit dem Hahn den Druck ab und schraubt die Glocke mit dem großen Schlüssel los. Die Dichtung wird gereinigt, aber nicht gefettet: Fett lässt sie quellen. Ist alles wieder dicht, öffnet man das Ventil langsam, eine Vierteldrehung nach der anderen.",
        "Im Winter müssen die Leitungen über der Erde leer sein. Das Wasser wird spätestens am ersten November abgelassen, und der Hahn bleibt bis März offen. Die Heizung hält den Raum über fünf Grad; sie braucht 0,8 Kilowatt und schaltet sich selbst ein. Leuchtet die Lampe daneben rot, so ist die Sicherung durchgebrannt; eine neue liegt in der Schublade unter dem Tisch.",
      ],
    },
    fr: {
      title: "L'entretien de la station de pompage",
      paragraphs: [
        "La station de pompage se trouve au bas du verger et fut construite en 1931 par le grand-père de la propriétaire actuelle. Elle abrite deux pompes, dont l'une tourne pendant que l'autre attend. Celui qui s'en occupe n'a besoin d'aucune formation particulière, mais il devrait lire ces pages une fois par an, avant les premières gelées, et encore une fois lorsqu'une pièce a été remplacée.",
        "Les deux pompes puisent dans le même puits, profond de 42 mètres. Lors des étés secs, le niveau de l'eau baisse de six mètres au plus ; en dessous, le flotteur fixé au mur arrête la pompe afin qu'elle ne tourne pas à vide. Cet interrupteur ne doit jamais être neutralisé. S'il se déclenche plus de deux fois par semaine, on note les dates dans le cahier et l'on appelle le puisatier, dont le numéro figure à l'intérieur de la porte.",
        "Chaque mois, on écoute la pompe en marche pendant une minute. Un sifflement aigu signifie que de l'air est aspiré, un cognement qu'un palier est usé. On touche le carter du dos de la main : il peut être tiède, 45 degrés au plus, mais jamais brûlant. Ensuite, on ouvre le petit robinet du filtre et on laisse couler un demi-seau dans l'herbe. L'eau devrait être claire après quelques secondes.",
        "Le filtre est remplacé tous les six mois. La cartouche porte le numéro FK-2208 et coûte environ 38 euros ; il y en a trois dans l'armoire grise. On ferme d'abord la vanne en amont, on fait tomber la pression avec le robinet et l'on dévisse la cloche avec la grande clé. Le joint est nettoyé, mais pas graissé : la graisse le fait gonfler. Quand tout est de nouveau étanche, on ouvre la vanne lentement, un quart de tour à la fois.",
        "En hiver, les conduites hors du sol doivent être vides. L'eau est vidangée le premier novembre au plus tard, et le robinet reste ouvert jusqu'en mars. Le chauffage maintient la pièce au-dessus de cinq degrés ; il consomme 0,8 kilowatt et se met en marche tout seul. Si la lampe voisine est rouge, le fusible a sauté ; il y en a un autre dans le tiroir sous la table.",
      ],
    },
  };

export const table: readonly (readonly string[])[] = [
  ["Part", "Number", "Price", "Replaced every"],
  ["Filter cartridge", "FK-2208", "38.20", "6 months"],
  ["Seal of the cup", "S-14", "2.75", "6 months"],
  ["Shaft seal", "WD-0417", "64.00", "4 years"],
  ["Front bearing", "6204-2RS", "11.90", "5 years"],
  ["Rear bearing", "6203-2RS", "9.80", "5 years"],
  ["Impeller", "LR-180", "212.50", "12 years"],
  ["Float switch", "SW-3", "27.40", "8 years"],
  ["Pressure gauge", "M-10 bar", "18.95", "10 years"],
  ["Non-return valve", "RV-1 1/4", "43.60", "7 years"],
  ["Capacitor", "C-25", "14.30", "6 years"],
  ["Contactor", "K-230", "33.15", "10 years"],
  ["Fuse", "10 A", "0.85", "when blown"],
];
