/** The words of the search, in English. */
export const messages = {
  title: 'Search',
  welcome: 'What are you looking for?',
  label: 'Search',
  placeholder: 'A question, or a few words',
  search: 'Search',
  help: 'Ask in your own words. You see only what you may see.',
  nothingYet: 'There is nothing yet that you may see.',
  askAdministrator: 'Ask an administrator.',
  importFirst: 'Import documents',
  setUpEmail: 'Configure email',
  inviteFirst: 'Invite people',
  sources: 'Sources',
  allSources: 'All',
  count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  searching: 'Searching …',
  degraded: 'Keyword search only: the part that understands meaning does not respond.',
  nothingTitle: 'Nothing that you may see matches this',
  tips: [
    'Use fewer words, or other words for the same thing.',
    'Ask a whole question, as you would ask a colleague.',
    'Check the spelling of names and numbers.',
  ],
  clearSources: 'Search all sources',
  relevance: (percent: number) => `Relevance ${percent} of 100`,
  more: 'More results',
  most: 'These are the 50 best results. Add a word to narrow the search.',
  tooLong: 'Enter at most 2,000 characters.',
}

export type Messages = typeof messages
