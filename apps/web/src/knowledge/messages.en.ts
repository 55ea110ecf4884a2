/** The words of the knowledge base, in English. */
export const messages = {
  knowledge: 'Knowledge',
  lead: 'The sources of documents, with their numbers. Titles are shown to no role: each document is for whom it names.',
  source: 'Source',
  documents: 'Documents',
  empty: 'There is no document yet. Import some on the machine where Ken runs:',
  command: 'Import command',
  copy: 'Copy the command',
  allow:
    'Each document names who may see it; --allow everyone is for documents that name no one, --allow group:sales for a group.',
}

export type Messages = typeof messages
