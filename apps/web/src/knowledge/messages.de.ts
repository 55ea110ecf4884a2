import type { Messages } from './messages.en.ts'

/** The words of the knowledge base, in German. */
export const messages: Messages = {
  knowledge: 'Wissen',
  lead: 'Die Quellen der Dokumente mit ihren Zahlen. Titel sind hier für niemanden sichtbar: Jedes Dokument ist nur für die, die es nennt.',
  source: 'Quelle',
  documents: 'Dokumente',
  passages: (count, written) => (count === 1 ? '1 Abschnitt' : `${written} Abschnitte`),
  semanticSearch: 'Semantische Suche',
  share: (embedded, passages) => `Abschnitte: ${embedded} von ${passages}`,
  pending: (count) => `Warten auf das Modell: ${count}`,
  noModel: 'Kein Modell',
  lastImport: 'Letzter Import',
  unknownImport: 'Nicht verzeichnet',
  onCommandLine: 'auf der Befehlszeile',
  deletedAccount: 'von einem gelöschten Konto',
  changed: (upserted, removed) => `${upserted} geändert, ${removed} entfernt`,
  allowed: 'Dokumente für',
  allowedKinds: {
    everyone: (count) => `alle: ${count}`,
    roles: (count) => `Rollen: ${count}`,
    groups: (count) => `Gruppen: ${count}`,
    persons: (count) => `einzelne Personen: ${count}`,
  },
  acts: 'Aktionen',

  remove: 'Entfernen',
  removeTitle: (source) => `Quelle ${source} endgültig entfernen?`,
  removeText: (documents, passages, written) =>
    `Dokumente, die dann niemand mehr findet: ${documents}, mit ${passages === 1 ? '1 Abschnitt' : `${written} Abschnitten`}. Nur ein neuer Import bringt sie zurück.`,
  removeMeanwhile: 'Bis alle entfernt sind, werden Importe dieser Quelle abgelehnt.',
  typeName: (source) => `Zur Bestätigung ${source} eingeben`,
  removeSource: 'Quelle entfernen',
  removalStarted: (source) => `Die Quelle ${source} wird entfernt.`,
  isBeingRemoved: 'Wird entfernt',
  removalFails: 'Entfernen schlägt fehl',
  removalReasons: {
    error: 'Ein Fehler hat es beendet; er steht bei diesem Auftrag im Protokoll des Workers.',
    worker_died: 'Der Worker endete, bevor es fertig war.',
    job_missing: 'Der Auftrag ist nicht mehr in der Warteschlange.',
  },
  removalRetried: 'Ken versucht es innerhalb von 15 Minuten von selbst noch einmal.',
  removalStopped: 'Von selbst versucht Ken es nicht noch einmal.',
  job: 'Auftrag',

  importDocuments: 'Dokumente importieren',
  importLead:
    'Markdown, HTML, Text, CSV, E-Mail, Word und PDF. Denselben Ordner noch einmal zu importieren schadet nicht: Nur geänderte Dateien ändern etwas.',
  files: 'Dateien',
  chooseFiles: 'Dateien wählen',
  chooseFolder: 'Ordner wählen',
  dropFiles: 'Oder hier ablegen.',
  formats: 'Je höchstens 8 MiB. Eine neue Auswahl ersetzt die vorige.',
  noFiles: 'Wählen Sie mindestens eine Datei: Markdown, HTML, Text, CSV, E-Mail, Word oder PDF.',
  chosenFiles: (count, written) =>
    count === 1 ? '1 Datei ist bereit.' : `${written} Dateien sind bereit.`,
  leftOutFiles: (count) => `Ausgelassen: ${count}.`,
  sourceHint:
    'Woher die Dokumente kommen, etwa wiki. Wählen Sie eine, oder benennen Sie eine neue.',
  sourceInvalid: 'Nehmen Sie Kleinbuchstaben, Ziffern, „-“ und „_“, höchstens 63, etwa team-wiki.',
  sourceExists: (_, written) =>
    `Dokumente: ${written}. Dateien mit gleichem Pfad ersetzen sie, auch wer sie sehen darf.`,
  audience: 'Wer darf die Dokumente sehen?',
  audiences: {
    everyone: 'Alle mit einem Konto',
    'role:Owner': 'Eigentümer',
    'role:Admin': 'Administratoren',
    'role:Member': 'Mitglieder',
  },
  audienceGroup: (slug) => `Gruppe ${slug}`,
  addGroup: 'Gruppe hinzufügen',
  audienceHint: 'Vorab ist niemand gewählt. Berechtigungen gelten auch für Eigentümer.',
  audienceMissing: 'Wählen Sie, wer die Dokumente sehen darf.',
  urlBase: 'Adresse des Ordners im Web (freiwillig)',
  urlBaseHint:
    'Ergebnisse verweisen dann darauf, etwa auf https://wiki.example.com/guides/vpn.md für guides/vpn.md.',
  urlBaseInvalid: 'Geben Sie eine Adresse ein, die mit https:// oder http:// beginnt.',
  importNone: 'Importieren',
  importFiles: (count, written) =>
    count === 1 ? '1 Datei importieren' : `${written} Dateien importieren`,
  onCommandLineOnly:
    'Dokumente gelöschter Dateien bleiben. Nur ken import auf der Befehlszeile kann sie entfernen und JSON-Zeilen lesen.',
  importing: (source) => `Import in ${source} läuft`,
  importDone: (source) => `In ${source} importiert`,
  sentFiles: (done, all) => `${done} von ${all} Dateien`,
  stayHere: 'Bleiben Sie auf dieser Seite, bis alle Dateien gesendet sind.',
  nothingLost:
    'Was unten als neu oder geändert steht, ist gespeichert. „Noch einmal“ macht mit dem Rest weiter.',
  interrupted:
    'Der Import wurde unterbrochen. Was unten als neu oder geändert steht, ist gespeichert.',
  continueImport: 'Mit dem Rest weitermachen',
  giveUp: 'Ohne die fehlschlagenden Dateien weitermachen',
  changeImport: 'Zurück zum Formular',
  importMore: 'Weitere importieren',
  file: 'Datei',
  verdict: 'Ergebnis',
  reason: 'Warum',
  verdicts: {
    created: 'Neu',
    updated: 'Geändert',
    unchanged: 'Unverändert',
    superseded: 'Ersetzt durch eine spätere Datei mit gleichem Pfad',
    skipped: 'Ausgelassen',
    invalid: 'Nicht importiert',
  },
  reasons: {
    hidden: 'Versteckt',
    installed_packages: 'Installierte Pakete',
    unsupported_format:
      'Kein Markdown, HTML, reiner Text, CSV, keine E-Mail, kein Word und kein PDF',
    empty: 'Leer',
    path_invalid: 'Der Name der Datei oder eines Ordners ist nicht gültig: Benennen Sie um',
    path_too_long: 'Der Pfad hat mehr als 512 Zeichen',
    too_large:
      'Größer als 8 MiB: Teilen Sie die Datei auf, oder nehmen Sie ken import: Word, PDF und E-Mail dürfen dort 64 MiB haben',
    damaged: 'Beschädigt, durch ein Passwort geschützt oder in einem alten Format',
    binary: 'Kein Text: Die Datei ist binär',
    encoding: 'Kein Text in UTF-8: Speichern Sie die Datei als UTF-8',
    no_text:
      'Kein lesbarer Text, etwa nur Bilder von einem Scanner: Lassen Sie den Text erkennen (OCR)',
    other_permissions:
      'Ihr Vorspann (Front Matter) hat ein anderes „allowed“ als dieser Import: Importieren Sie sie einzeln',
    too_complex: 'Die Umwandlung braucht zu viel Zeit oder Speicher: Teilen Sie die Datei auf',
    text_too_long: 'Mehr als 2.000.000 Zeichen Text: Teilen Sie die Datei auf',
    link_invalid: 'Der Link ist nicht gültig oder zu lang',
    same_name:
      'Der Name unterscheidet sich von dem einer anderen Datei nur darin, wie Zeichen zusammengesetzt sind: Benennen Sie um',
    given_up: 'Das Senden ist fehlgeschlagen: Importieren Sie sie noch einmal',
    unreadable: 'Der Browser kann sie nicht lesen: Wählen Sie sie noch einmal',
  },
  allFiles: (count, written) => (count === 1 ? '1 Datei' : `Alle ${written} Dateien`),
  onlyFaulty: (count, written) =>
    count === 1 ? 'Nur die fehlerhafte' : `Nur die ${written} fehlerhaften`,
  downloadFaulty: 'Liste der fehlerhaften Dateien herunterladen',
  shownFiles: (count) => `Die ersten ${count} werden gezeigt.`,
  moreFiles: 'Mehr zeigen',

  empty: 'Es gibt noch kein Dokument. Importieren Sie Dateien im Browser:',
  emptyCommand: 'Oder importieren Sie sie auf der Maschine, auf der Ken läuft:',
  command: 'Befehl zum Importieren',
  copy: 'Befehl kopieren',
  orOverHttp:
    'Oder senden Sie sie aus einem Programm, mit dem Zugriffstoken eines Eigentümers oder Administrators:',
  request: 'Import über HTTP',
  copyRequest: 'Anfrage kopieren',
  allowTitle: 'Wer ein Dokument sieht',
  allow:
    'Jedes Dokument nennt in „allowed“, wer es sehen darf. --allow gilt für Dokumente, die selbst niemanden nennen, etwa Dateien in einem Ordner. Mehrere werden durch Kommas getrennt.',
  principals: [
    ['everyone', 'alle mit einem Konto'],
    ['role:Admin', 'alle mit dieser Rolle'],
    ['group:sales', 'die Mitglieder einer Gruppe'],
    ['user:ID', 'eine einzelne Person'],
  ],
}
