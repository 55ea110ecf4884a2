import type { Messages } from './messages.en.ts'

/** The words of the knowledge base, in German. */
export const messages: Messages = {
  knowledge: 'Wissen',
  lead: 'Die Quellen der Dokumente mit ihren Zahlen. Titel sieht keine Rolle: Jedes Dokument ist für die, die es nennt.',
  source: 'Quelle',
  documents: 'Dokumente',
  empty: 'Es gibt noch kein Dokument. Importieren Sie welche auf der Maschine, auf der Ken läuft:',
  command: 'Befehl zum Importieren',
  copy: 'Befehl kopieren',
  allow:
    'Jedes Dokument nennt, wer es sehen darf; --allow everyone gilt für Dokumente, die niemanden nennen, --allow group:sales für eine Gruppe.',
}
