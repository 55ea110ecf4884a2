/** The words of the keys of everyone, in English. */
export const messages = {
  allKeys: 'API keys',
  lead: 'The keys of everyone, and those of services. A key never sees more than its person may see.',
  find: 'Name, prefix or person',
  kind: 'Kind',
  kinds: { personal: 'Of a person', service: 'Of a service' },
  owner: 'Belongs to',
  service: (source: string) => `Service: ${source}`,
  noPerson: 'A deleted account',
  ending: 'Ends',
  endings: { '7': 'Within 7 days', '30': 'Within 30 days' },
  unused: 'Not used',
  unusedFor: { '30': 'For 30 days', '90': 'For 90 days' },
  noEnd: 'No end',
  noEnds: { true: 'Only without an end' },
  newest: 'Newest first',
  empty: 'No key yet. People create their own under “Your account”.',
  revokeMany: (count: string) => `Revoke ${count} keys?`,
  revokedMany: (count: string) => `${count} keys are revoked.`,
  whoseCalls: (calls: string) =>
    `Calls with them in the last seven days: ${calls}. Further calls fail from now on.`,
  responsible: 'Depends on',
  takeOver: 'Take over',
  takenOver: 'The key now depends on you.',
  all: 'All API keys',
}

export type Messages = typeof messages
