import type { Messages } from './messages.en.ts'

/** The words of the knowledge base, in German. */
export const messages: Messages = {
  knowledge: 'Wissen',
  lead: 'Die Quellen der Dokumente mit ihren Zahlen. Titel sieht keine Rolle: Jedes Dokument ist für die, die es nennt.',
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
  removeText: (documents, passages) =>
    `Dokumente, die dann niemand mehr findet: ${documents}, mit ${passages} Abschnitten. Nur ein neuer Import bringt sie zurück.`,
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

  empty: 'Es gibt noch kein Dokument. Importieren Sie welche auf der Maschine, auf der Ken läuft:',
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
