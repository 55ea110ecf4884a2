import type { Messages } from './messages.en.ts'

/** The words of people and one person, in German. */
export const messages: Messages = {
  people: 'Personen',
  peopleLead: 'Alle mit einem Konto. Wen Sie ändern dürfen, folgt aus Ihrer Rolle.',
  import: 'Liste importieren',
  invite: 'Einladen',
  mailMissing:
    'Einladungen werden per E-Mail verschickt. Setzen Sie KEN_SMTP_URL und starten Sie Ken neu, dann können Sie einladen.',
  total: (count, written) => (count === 1 ? '1 Person' : `${written} Personen`),
  ofRole: {
    Owner: (_, written) => `${written} Eigentümer`,
    Admin: (count, written) => (count === 1 ? '1 Administrator' : `${written} Administratoren`),
  },
  deactivatedCount: (written) => `${written} deaktiviert`,
  withoutFactorCount: (written) => `${written} ohne Zwei-Faktor-Authentisierung`,
  atLeast: (written) => `${written}+`,
  summary: 'Zahlen',
  nameOrAddress: 'Name oder Adresse',
  role: 'Rolle',
  roles: { Owner: 'Eigentümer', Admin: 'Administrator', Member: 'Mitglied' },
  status: 'Status',
  statuses: { active: 'Aktiv', deactivated: 'Deaktiviert' },
  factor: 'Zwei-Faktor-Authentisierung',
  factors: { enabled: 'Ein', missing: 'Aus' },
  factorMissing: 'Kein zweiter Faktor',
  temporaryPassword: 'Vorläufiges Passwort',
  name: 'Name',
  lastSignIn: 'Letzte Anmeldung',
  never: 'Nie',
  byAddress: 'Nach Adresse',
  onlyYou:
    'Noch niemand außer Ihnen. Laden Sie die erste Person ein oder importieren Sie eine Liste.',
  open: 'Öffnen',
  group: 'Gruppe',
  addToGroup: 'In eine Gruppe aufnehmen',
  addToGroupTitle: (whom) => `${whom} in eine Gruppe aufnehmen?`,
  groupConsequence: 'Ab der nächsten Suche sehen sie, was die Gruppe sehen darf.',
  chosenGroup: (slug) => `Gewählt: ${slug}`,
  addedToGroup: (whom, slug) => `In ${slug} aufgenommen: ${whom}.`,
  leftOut: (count) => `Für ${count} davon nicht möglich; sie werden ausgelassen.`,
  manyActs: {
    end_sessions: {
      name: 'Sitzungen beenden',
      title: (whom) => `Überall abmelden: ${whom}?`,
      text: 'Alle Sitzungen enden. Eine geöffnete Seite kann noch bis zu 15 Minuten lesen, aber nichts ändern. Eine neue Anmeldung ist möglich.',
      done: (whom) => `Überall abgemeldet: ${whom}.`,
    },
    deactivate: {
      name: 'Deaktivieren',
      title: (whom) => `${whom} deaktivieren?`,
      text: 'Sitzungen enden, API-Schlüssel werden endgültig widerrufen und Agenten angehalten. Bis zur Reaktivierung ist keine Anmeldung möglich. Dokumente und Auditprotokoll bleiben.',
      done: (whom) => `Deaktiviert: ${whom}.`,
    },
    reactivate: {
      name: 'Reaktivieren',
      title: (whom) => `${whom} reaktivieren?`,
      text: 'Eine Anmeldung ist wieder möglich. Sitzungen und API-Schlüssel kommen nicht zurück, und Agenten bleiben aus, bis ihr Besitzer sie einschaltet.',
      done: (whom) => `Reaktiviert: ${whom}.`,
    },
  },
}
