import { recentlyUsed } from './recently-used.ts'
import { termOf } from './stems/terms.ts'

/**
 * Nouns at the end of German compounds, folded, and nouns that are no compounds although they end with one, such as
 * `donnerstag`. Without those that also end other words, such as `ort` in `transport`.
 */
const nouns =
  `abgleich ablage ablauf ablaufe ablehnung abmahnung abrechnung absage abschluss abschlusse absicherung absprache
   abstimmung abteilung abwesenheit abwicklung adresse alarm analyse anbieter anbindung anderung anfrage angabe
   angebot anlage anleitung anmeldung annahme anpassung anrecht anruf anschluss anschlusse anschrift anspruch
   anspruche antrag antrage anweisung anwendung anzeige arbeit arbeiter archiv arzt arzte aufbewahrung aufgabe
   aufnahme aufsicht aufstellung auftrag auftrage aufwand aufzeichnung ausbildung ausfall ausfalle ausgabe ausgang
   auskunft auskunfte ausschuss aussendung ausstattung auswahl auswanderung ausweis auswertung auszahlung auszug
   auszuge automat baustein beamter bearbeiter bearbeitung beauftragte beauftragter bedarf bedingung befragung
   begleitung begrenzung begriff behinderung behorde beihilfe beispiel beitrag beitrage beleg benutzer berater
   beratung bereich bericht beschaffung bescheid bescheinigung beschrankung beschreibung beschwerde besitzer
   besprechung bestand bestande bestatigung bestellung betrag betrage betreiber betreuung betrieb bewerber bewerbung
   bewertung bewirtschaftung bezug bild bogen bremse brief buch bucher budget busse datei daten datenbank dauer
   diagramm dienst dienstag dienste dokument dokumentation donnerstag drucker eingabe eingang eingange einkauf
   einkaufer einladung einsatz einsatze einsicht einstellung eintrag eintrage einwanderung empfang empfanger entgelt
   entscheidung entwickler entwicklung erfassung ergebnis erhohung erklarung erlaubnis ermachtigung ersatz erstattung
   fahrt fahrzeug farbe fehler feier feld fenster ferien firma firmen flache folge forderung formular forschung frage
   freigabe frist fuhrer gang garage gebaude gebiet gebuhr geburt gefahr gehalt gehalter gehause geld gelder
   genehmigung gerat gerate geschaft geschichte gesellschaft gesetz gesprach gesprache gewicht grenze grund grunde
   gruppe gruppen gultigkeit haftung handbuch handbucher handel handler haus hauser hilfe hinweis historie inhaber
   inhalt kabel kalender kammer kampagne kanal kanale kandidat karte kasse kassen kasten katalog kauf kaufe kenntnis
   kennzahl kennzeichen klasse klausel kleidung knoten konferenz kontakt konten konto kontrolle konzept kopie
   korrektur kosten kraft krafte krankheit kreis kuche kunde kunden kurs kurse lager lagerung lampe laufzeit leistung
   leiter leiterin leitfaden leitung lieferant lieferung limit liste lizenz lohn lohne loscher loschung losung
   management mangel mappe markt markte maschine mass material meldung menge messe messung miete mieter minute
   mitarbeiter mitarbeiterin mitglied mitteilung mittel modell monat muster nachmittag nachricht nachweis netz
   netzwerk notiz nummer nutzer nutzung objekt ordner ordnung park partner pause personal pflege pflicht plan plane
   planer planung plattform platz platze portal postfach praktikum preis probe problem produkt produktion programm
   projekt protokoll prozess prufer pruferin prufung punkt quelle quote rabatt rahmen raum raume rechner rechnung
   recht rechte regel regeln regelung register reise reisen reparatur reportage richtlinie risiko rolle ruckgabe saal
   sachen satz satze schaden schalter schein schicht schild schluss schlussel schnittstelle schrank schranke schreiben
   schritt schrott schuh schuhe schulung schutz schwelle seite sekunde sendung server sicherheit sicherung sitz
   sitzung software sperre spesen sprache stadt standort stapel statistik status stau stelle steuer steuerung storung
   strasse strategie struktur stuck studie stuhl stuhle stunde suche tabelle tarif tasche tatigkeit technik teil teile
   telefon termin thema themen titel treffen treiber ubergabe ubersetzung ubersicht umfrage umgebung umsatz umsatze
   umschlag umzug umzuge unfall unfalle unterlage unterlagen unternehmen unterricht unterschrift unterstutzung
   untersuchung unterweisung urlaub urlaube urteil verantwortung verarbeitung verband verbindung verbrauch
   vereinbarung verfahren vergabe vergleich vergutung verkauf verkaufer verkehr verletzung verlust vermittlung
   verpackung verpflegung versand verschlusselung versicherung versorgung verteiler vertrag vertrage vertreter
   vertretung vertrieb verwaltung verweis verwendung verzeichnis vorfall vorfalle vorgabe vorgang vorgange vorlage
   vormittag vorrat vorrate vorschlag vorschlage vorschrift vorstand vorurteil wache wagen wahl wahlen waren wartung
   wasser wechsel weg wege werk wert werte wesen wettbewerb wetter woche wohnung zahl zahlen zahler zahlung zeichen
   zeichnung zeile zeit zeiten zeitung zentrale zettel zeugnis ziel ziele zimmer zins zinsen zone zugang zugange
   zugriff zulage zulassung zuordnung zusage zusammenarbeit zuschlag zuschlage zuschuss zuschusse zustand zustande
   zustandigkeit zustellung zutritt zuweisung zweck`.split(/\s+/)

/** Nouns that also end other words, such as `corporate` or `prototype`. A compound has a known noun or `ungs` before them. */
const ambiguousNouns =
  'bank fall falle land lander name namen person position post rat stand stande system tag tage test text typ uhr version'.split(
    ' ',
  )

/** Of the plural and of cases. */
const endings = ['', 'e', 'en', 'n', 'nen', 'er', 'ern', 'es', 's']
const inflected = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((noun) => endings.map((ending) => noun + ending)))
const ambiguousHeads = inflected(ambiguousNouns)
const heads = ambiguousHeads.union(inflected(nouns))

/** The first noun of a compound whose last one is not known: it has an ending of nouns and an `s`. */
const firstNoun = /^.{2,}(?:ung|heit|keit|schaft|ion|tat|ling)(?=s(?!hips$).{4,}$)/
const derivedNoun = /.{2}(?:ung|heit|keit|schaft|ion|tat|ling)s$/

/** What stands before a noun, but is none. */
const prefixes = new Set(
  'durch gegen hinter neben nieder uber unter vorder voraus weiter wider wieder zuruck zusammen zwischen'.split(
    ' ',
  ),
)

/** Shorter words are not compounds. */
export const compoundLengthMin = 8
const headLengthMin = 3
const longHeadMin = 6
const partLengthMin = 4

/**
 * The nouns that a folded German compound is made of, and the shorter compounds at its start: `nacht`, `schicht`,
 * `nachtschicht` and `zuschlag` of `nachtschichtzuschlag`. Empty for any other word.
 */
export function compoundParts(word: string): readonly string[] {
  if (word.length < compoundLengthMin) return none
  const cached = cache.get(word)
  if (cached !== undefined) return cached
  const parts = /^[a-z]+$/.test(word) ? [...new Set(partsOf(word))] : none
  if (word.length <= cachedLengthMax) cache.set(word, parts)
  return parts
}
const none: readonly string[] = []
const cache = recentlyUsed<string, readonly string[]>(50_000)
const cachedLengthMax = 40

function partsOf(word: string): readonly string[] {
  const head = headOf(word)
  if (head === word) return none
  if (head !== null) {
    const rest = word.slice(0, -head.length)
    return [...compoundParts(rest), rest, head]
  }
  const [first] = firstNoun.exec(word) ?? []
  return first === undefined ? none : [...compoundParts(first), first]
}

/** The longest known noun at the end of a word, as it is inflected there; all of the word if it is one. */
function headOf(word: string): string | null {
  for (let start = 0; start <= word.length - headLengthMin; start += 1) {
    if (start > 0 && start < headLengthMin) continue
    const head = word.slice(start)
    if (isHead(head) && (start === 0 || mayPrecede(word.slice(0, start), head))) return head
  }
  return null
}

/** Whether a folded word is a noun that ends compounds. */
const isHead = (word: string): boolean => heads.has(word)

/** Whether a term may be that of such a noun. No other word is a part of a compound without being at its start. */
export const isHeadTerm = (term: string): boolean => headTerms.has(term)
const headTerms: ReadonlySet<string> = new Set(
  [...nouns, ...ambiguousNouns].map((noun) => termOf(noun, 'german')),
)

/** Whether what is before a noun may be one: long enough, unless it is known, and not the start of a foreign word. */
function mayPrecede(rest: string, head: string): boolean {
  if (isHead(rest)) return true
  if (ambiguousHeads.has(head)) return derivedNoun.test(rest)
  const lengthMin = partLengthMin + (head.length < longHeadMin ? 1 : 0)
  return rest.length >= lengthMin && !prefixes.has(rest) && !/[aiu]$/.test(rest)
}
