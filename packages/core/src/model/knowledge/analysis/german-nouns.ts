/**
 * Nouns at the end of German compounds, folded, and nouns that are no compounds although they end with one, such as
 * `donnerstag`. Without those that also end other words, such as `ort` in `transport`.
 */
export const endNouns =
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
export const ambiguousEndNouns =
  'bank fall falle land lander name namen person position post rat stand stande system tag tage test text typ uhr version'.split(
    ' ',
  )
