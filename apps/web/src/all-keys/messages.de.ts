import type { Messages } from './messages.en.ts'

/** The words of the keys of everyone, in German. */
export const messages: Messages = {
  allKeys: 'API-Schlüssel',
  lead: 'Die Schlüssel aller Personen und die von Diensten. Ein Schlüssel sieht nie mehr, als seine Person sehen darf.',
  find: 'Name, Anfang oder Person',
  kind: 'Art',
  kinds: { personal: 'Einer Person', service: 'Eines Dienstes' },
  owner: 'Gehört',
  service: (source) => `Dienst: ${source}`,
  noPerson: 'Einem gelöschten Konto',
  ending: 'Endet',
  endings: { '7': 'In 7 Tagen', '30': 'In 30 Tagen' },
  unused: 'Unbenutzt',
  unusedFor: { '30': 'Seit 30 Tagen', '90': 'Seit 90 Tagen' },
  noEnd: 'Ohne Ende',
  noEnds: { true: 'Nur ohne Ende' },
  newest: 'Neueste zuerst',
  empty: 'Noch kein Schlüssel. Personen legen ihre eigenen unter „Ihr Konto“ an.',
  revokeMany: (count) => `${count} Schlüssel widerrufen?`,
  revokedMany: (count) => `${count} Schlüssel sind widerrufen.`,
  whoseCalls: (calls) =>
    `Aufrufe mit ihnen in den letzten sieben Tagen: ${calls}. Weitere schlagen ab jetzt fehl.`,
  responsible: 'Hängt ab von',
  takeOver: 'Übernehmen',
  takenOver: 'Der Schlüssel hängt jetzt von Ihnen ab.',
  all: 'Alle API-Schlüssel',
}
