import type { Messages } from './messages.en.ts'

const roleRefusals = {
  Owner: 'nur Eigentümer legen Schlüssel für Eigentümer an',
  Admin: 'nur Eigentümer legen Schlüssel für Administratoren an',
  Member: 'für diese Person können Sie keinen Schlüssel anlegen',
}

/** The words of the keys of everyone, in German. */
export const messages: Messages = {
  allKeys: 'API-Schlüssel',
  lead: 'Die Schlüssel aller Personen und die von Diensten. Ein Schlüssel sieht nie mehr, als seine Person sehen darf.',
  find: 'Name, Anfang, Person',
  kind: 'Art',
  kinds: { personal: 'Einer Person', service: 'Eines Dienstes' },
  owner: 'Gehört',
  service: (source) => `Dienst: ${source}`,
  noPerson: 'Einem gelöschten Konto',
  byCommandLine: 'auf der Kommandozeile erstellt',
  byAnother: 'von jemand anderem erstellt',
  ending: 'Endet',
  endings: { '7': 'In 7 Tagen', '30': 'In 30 Tagen', never: 'Nie' },
  unused: 'Unbenutzt',
  unusedFor: { '30': 'Seit 30 Tagen', '90': 'Seit 90 Tagen' },
  newest: 'Neueste zuerst',
  empty: 'Noch kein Schlüssel. Personen legen ihre eigenen im Profil unter „API-Schlüssel“ an.',
  revokeMany: (_, written) => `${written} Schlüssel widerrufen?`,
  revokedMany: (count, written) =>
    count === 1 ? '1 Schlüssel ist widerrufen.' : `${written} Schlüssel sind widerrufen.`,
  whoseCalls: (calls) =>
    `Aufrufe mit ihnen in den letzten sieben Tagen: ${calls}. Weitere schlagen ab jetzt fehl.`,
  responsible: 'Hängt ab von',
  takeOver: 'Übernehmen',
  takenOver: 'Der Schlüssel hängt jetzt von Ihnen ab.',
  all: 'Alle API-Schlüssel',
  newLead:
    'Für eine Person oder einen Dienst. Sie sehen den Schlüssel nur einmal, und Ken teilt der Person per E-Mail mit, dass es ihn gibt.',
  forWhom: 'Für wen?',
  forWhomHint:
    'Geben Sie zwei Zeichen des Namens oder der Adresse ein. Der Schlüssel sieht, was diese Person sehen darf.',
  whomMissing: 'Wählen Sie eine Person.',
  forPerson: (name, email) => (email === null ? `Für ${name}` : `Für ${name} (${email})`),
  notFor: (email, role) => `${email}: ${roleRefusals[role]}`,
  platform: 'Chat-Plattform',
  platformHint:
    'Etwa „portal“. Der Schlüssel handelt nur für Personen, die ihr Konto auf dieser Plattform verknüpft haben.',
  platformFault:
    'Erlaubt sind kleine Buchstaben, Ziffern und Unterstriche, am Anfang ein Buchstabe. Für „teamchat“ braucht es keinen Schlüssel: Ken bedient es selbst.',
  sourcesFault:
    'Wählen Sie mindestens eine Quelle, und nur solche, in denen die Person etwas sehen darf.',
  createdFor: (name, owner) => `Schlüssel „${name}“ für ${owner}`,
  notified: (email) =>
    `${email} erhält eine E-Mail, dass Sie diesen Schlüssel angelegt haben. Er steht nicht darin: Geben Sie ihn auf einem sicheren Weg weiter.`,
  ownersNotified:
    'Alle Eigentümer erhalten eine E-Mail, dass Sie diesen Schlüssel angelegt haben. Er steht nicht darin.',
  noEmail:
    'Ken kann keine E-Mail senden. Teilen Sie der Person selbst mit, dass es diesen Schlüssel gibt.',
}
