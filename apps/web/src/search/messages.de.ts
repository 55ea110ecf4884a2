import type { Messages } from './messages.en.ts'

/** The words of the search, in German. */
export const messages: Messages = {
  title: 'Suche',
  welcome: 'Wonach suchen Sie?',
  label: 'Suche',
  placeholder: 'Eine Frage oder ein paar Wörter',
  search: 'Suchen',
  help: 'Fragen Sie mit eigenen Worten. Sie sehen nur, was Sie sehen dürfen.',
  nothingYet: 'Noch gibt es nichts, was Sie sehen dürfen.',
  askAdministrator: 'Fragen Sie die Administration.',
  importFirst: 'Dokumente importieren',
  setUpEmail: 'E-Mail einrichten',
  inviteFirst: 'Personen einladen',
  sources: 'Quellen',
  allSources: 'Alle',
  count: (count) => (count === 1 ? '1 Treffer' : `${count} Treffer`),
  searching: 'Suche läuft …',
  degraded: 'Nur Stichwortsuche: Der Teil, der die Bedeutung versteht, antwortet nicht.',
  nothingTitle: 'Nichts, was Sie sehen dürfen, passt dazu',
  tips: [
    'Nehmen Sie weniger Wörter oder andere Wörter für dasselbe.',
    'Stellen Sie eine ganze Frage, wie an eine Kollegin.',
    'Prüfen Sie die Schreibweise von Namen und Nummern.',
  ],
  clearSources: 'In allen Quellen suchen',
  relevance: (percent) => `Relevanz ${percent} von 100`,
  more: 'Weitere Treffer',
  most: 'Das sind die 50 besten Treffer. Ein weiteres Wort grenzt die Suche ein.',
  tooLong: 'Geben Sie höchstens 2.000 Zeichen ein.',
}
