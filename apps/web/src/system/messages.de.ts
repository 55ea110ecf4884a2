import type { Messages } from './messages.en.ts'

/** The words of the state of Ken, in German. */
export const messages: Messages = {
  system: 'System',
  lead: 'Ob die Teile von Ken funktionieren und was wartet.',
  copyReport: 'Support-Bericht kopieren',
  parts: 'Teile',
  part: 'Teil',
  state: 'Zustand',
  since: 'Beobachtet seit',
  partNames: {
    database: 'Datenbank',
    redis: 'Redis',
    queue: 'Warteschlange',
    clock: 'Uhr',
    disk: 'Festplatte der Datenbank',
    worker: 'Worker',
    scheduler: 'Scheduler',
    email: 'E-Mail',
    embedder: 'Embedder',
    answer_model: 'Antwortmodell',
    team_chat: 'Team-Chat',
    workspace_chat: 'Workspace-Chat',
    bot_messenger: 'Bot-Messenger',
    breach_check: 'Abgleich mit Datenlecks',
    secrets: 'Geheimnisse',
  },
  states: {
    ok: 'Funktioniert',
    off: 'Nicht in Gebrauch',
    unknown: 'Noch nicht bekannt',
    unfinished: 'Nicht abgeschlossen',
    away: 'Antwortet nicht',
    read_only: 'Nur lesbar',
    missing: 'Läuft nicht',
    full: 'Voll',
    low: 'Wenig Platz',
  },
  withoutIt: {
    email:
      'Niemand kann eingeladen werden oder ein Passwort per E-Mail zurücksetzen. Setzen Sie KEN_SMTP_URL und KEN_MAIL_FROM.',
    embedder:
      'Suchen finden Wörter, keine Bedeutungen. Setzen Sie KEN_EMBEDDER_URL und KEN_EMBEDDER_MODEL.',
    answer_model:
      'Antworten listen auf, was gefunden wurde. Setzen Sie KEN_MODEL_URL und KEN_MODEL.',
    team_chat: 'Der Bot ist nicht eingerichtet oder ausgeschaltet.',
    workspace_chat: 'Der Bot ist nicht eingerichtet oder ausgeschaltet.',
    bot_messenger: 'Der Bot ist nicht eingerichtet oder ausgeschaltet.',
    breach_check:
      'Neue Passwörter werden nicht mit bekannten Datenlecks abgeglichen, weil KEN_BREACH_URL leer ist.',
  },
  faults: {
    database: 'Ken erreicht sie nicht. Prüfen Sie, ob sie läuft, und KEN_DATABASE_URL.',
    redis: 'Ken erreicht es nicht. Prüfen Sie, ob es läuft, und KEN_REDIS_URL.',
    queue: 'Aufgaben warten und werden nicht ausgeführt.',
    clock:
      'Die Uhren dieses Servers und der Datenbank gehen verschieden. Richten Sie auf beiden NTP ein.',
    disk: 'Nichts lässt sich speichern.',
    worker:
      'Seit einer Minute läuft keiner: E-Mail wird nicht verschickt, Chats werden nicht beantwortet.',
    scheduler:
      'Seit einer Minute läuft keiner: Geplante Aufgaben ruhen, und aus Chats wird nichts gelesen.',
    email:
      'Ken kann den Mailserver nicht nutzen. E-Mail bleibt in der Warteschlange, bis das behoben ist.',
    embedder: 'Ken kann ihn nicht nutzen. Suchen finden Wörter, keine Bedeutungen.',
    answer_model: 'Ken kann es nicht nutzen. Antworten listen auf, was gefunden wurde.',
    team_chat: 'Der Bot bekommt keine Nachrichten. Warum, sagt seine Seite.',
    workspace_chat: 'Der Bot bekommt keine Nachrichten. Warum, sagt seine Seite.',
    bot_messenger: 'Der Bot bekommt keine Nachrichten. Warum, sagt seine Seite.',
    breach_check:
      'Er antwortet nicht. Neue Passwörter werden nicht mit bekannten Datenlecks abgeglichen.',
    secrets:
      'Ken kann einen Teil des Gespeicherten nicht entschlüsseln. Führen Sie aus: ken doctor',
  },
  lesserFaults: {
    read_only:
      'Suchen geht, speichern nicht. Verbinden Sie Ken mit dem primären Server, oder erlauben Sie das Schreiben wieder.',
    low: 'Weniger als 512 MiB oder 5 % sind frei.',
    unfinished: 'Ein Wechsel der Geheimnisse ist nicht abgeschlossen. Führen Sie aus: ken doctor',
  },
  faultDetails: 'Einzelheiten (auf Englisch)',
  versionOf: (version) => `Version ${version}`,
  whatsNew: 'Was ist neu (auf Englisch)',
  notReleased: 'Noch nicht veröffentlicht',
  processes: 'Prozesse',
  process: 'Prozess',
  version: 'Version',
  started: 'Gestartet',
  seen: 'Zuletzt gesehen',
  roles: { server: 'Server', worker: 'Worker', scheduler: 'Scheduler' },
  email: 'E-Mail',
  testHint:
    'Eine Test-E-Mail geht an die eigene Adresse, auf dem Weg jeder E-Mail. Drei je Stunde.',
  sendTest: 'Test-E-Mail an mich senden',
  testSent:
    'Die E-Mail ist in der Warteschlange. Kommt sie nicht an, hilft ein Blick auf die gescheiterten Aufgaben.',
  queue: 'Warteschlange',
  stalled:
    'Aufgaben sind überfällig: Kein Worker nimmt sie an. Prüfen Sie, ob `ken worker` oder `ken start` läuft.',
  kind: 'Arbeit',
  kinds: {
    answer_chat_post: 'Antworten in Chats',
    admit_chat_sender: 'Codes in Chats',
    deliver_invitation: 'Einladungen',
    deliver_password_reset: 'Links zum Zurücksetzen des Passworts',
    deliver_notice: 'Hinweise per E-Mail',
    remove_source: 'Entfernen von Quellen',
  },
  waiting: 'Wartet',
  delayed: 'Später',
  running: 'Läuft',
  failed: 'Endgültig gescheitert',
  deadLetters: 'Gescheiterte Aufgaben',
  noDeadLetters: 'Keine Aufgabe ist endgültig gescheitert.',
  attempts: 'Versuche',
  failedAt: 'Gescheitert',
  why: 'Warum',
  workerDied: 'Der Worker endete während der Aufgabe.',
  jobFaults: {
    failed: 'Ein Fehler hat sie beendet; er steht bei dieser Aufgabe im Protokoll des Workers.',
    'mail.deferred': 'Der Mailserver hat die E-Mail nicht angenommen.',
    'mail.unknown':
      'Der Mailserver hat den Empfang nicht bestätigt. Vielleicht ist die E-Mail angekommen.',
    'chat.deferred': 'Die Antwort ließ sich nicht in den Chat schreiben.',
  },
  acts: 'Aktionen',
  retry: 'Noch einmal',
  retryAll: 'Alle noch einmal',
  retried: (count) => `Wieder eingereiht: ${count}.`,
  gone: 'Die Aufgabe ist nicht mehr da; vielleicht hat eine andere Person sie wieder eingereiht.',
}
