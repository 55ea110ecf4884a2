import type { Contract } from '../contract/contract.ts'

type Role = Contract['User']['role']

const roleRefusals = {
  Owner: 'only Owners create keys for an Owner',
  Admin: 'only Owners create keys for an Admin',
  Member: 'you cannot create keys for this person',
} satisfies Record<Role, string>

/** The words of the keys of everyone, in English. */
export const messages = {
  allKeys: 'API keys',
  lead: 'The keys of everyone, and those of services. A key never sees more than its person may see.',
  find: 'Name, prefix, person',
  kind: 'Kind',
  kinds: { personal: 'Of a person', service: 'Of a service' },
  owner: 'Belongs to',
  service: (source: string) => `Service: ${source}`,
  noPerson: 'A deleted account',
  byCommandLine: 'created on the command line',
  byAnother: 'created by another person',
  ending: 'Ends',
  endings: { '7': 'Within 7 days', '30': 'Within 30 days', never: 'Never' },
  unused: 'Not used',
  unusedFor: { '30': 'For 30 days', '90': 'For 90 days' },
  newest: 'Newest first',
  empty: 'No key yet. People create their own in their profile, under “API keys”.',
  revokeMany: (count: number, written: string) =>
    count === 1 ? 'Revoke 1 key?' : `Revoke ${written} keys?`,
  revokedMany: (count: number, written: string) =>
    count === 1 ? '1 key is revoked.' : `${written} keys are revoked.`,
  whoseCalls: (calls: string) =>
    `Calls with them in the last seven days: ${calls}. Further calls fail from now on.`,
  responsible: 'Depends on',
  takeOver: 'Take over',
  takenOver: 'The key now depends on you.',
  all: 'All API keys',
  newLead:
    'For a person or for a service. You see the key only once, and Ken notifies the person by email.',
  forWhom: 'For whom?',
  forWhomHint: 'Type two characters of the name or address. The key sees what this person may see.',
  whomMissing: 'Choose a person.',
  forPerson: (name: string, email: string | null) =>
    email === null ? `For ${name}` : `For ${name} (${email})`,
  notFor: (email: string, role: Role) => `${email}: ${roleRefusals[role]}`,
  platform: 'Chat platform',
  platformHint:
    'Such as “portal”. The key acts only for people who have linked their account of this platform.',
  platformFault:
    'Use lower-case letters, digits and underscores, with a letter first. For “teamchat” no key is needed: Ken serves it itself.',
  sourcesFault: 'Choose at least one source, and only those in which the person may see something.',
  createdFor: (name: string, owner: string) => `Key “${name}” for ${owner}`,
  notified: (email: string) =>
    `${email} gets an email that you created this key. The key is not in it: hand it over in a safe way.`,
  ownersNotified: 'Every Owner gets an email that you created this key. The key is not in it.',
  noEmail: 'Ken cannot send email. Tell the owner yourself that there is this key.',
}

export type Messages = typeof messages
