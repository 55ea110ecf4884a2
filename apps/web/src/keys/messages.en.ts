import type { Contract } from '../contract/contract.ts'
import type { Outcome } from './usage.ts'

/** The words about API keys, in English. */
export const messages = {
  keys: 'API keys',
  key: 'Key',
  newKey: 'New key',
  prefix: 'Begins with',
  status: 'Status',
  sources: 'Sources',
  allSources: 'All',
  created: 'Created',
  lastUsed: 'Last used',
  never: 'Never',
  expires: 'Expires',
  expiresSoon: (days: number) =>
    days === 0 ? 'today' : days === 1 ? 'in 1 day' : `in ${days} days`,
  week: 'Seven days',
  weekTotal: (calls: string) => `Calls in the last seven days: ${calls}`,
  acts: 'Actions',
  statuses: {
    active: 'Active',
    revoked: 'Revoked',
    expired: 'Expired',
    orphaned: 'Has no owner',
    built_in: 'Not in use',
  } satisfies Record<Contract['Key']['status'], string>,
  statusHints: {
    active: 'It works.',
    revoked: 'It no longer works.',
    expired: 'It no longer works.',
    orphaned:
      'The Owner who was responsible for it is not active any more, so it does not work until an Owner takes it over.',
    built_in: 'Ken serves this platform itself, so the key never works.',
  } satisfies Record<Contract['Key']['status'], string>,

  use: 'Use',
  facts: 'Facts',
  period: 'Period',
  periods: { '1': '24 hours', '7': '7 days', '30': '30 days', '90': '90 days' },
  outcomes: {
    ok: 'Answered',
    rate_limited: 'Over the limit',
    denied: 'Denied',
    failed: 'Failed',
  } satisfies Record<Outcome, string>,
  chart: (calls: string, period: string) => `Calls in ${period}: ${calls}`,
  calls: 'Calls',
  hour: 'Hour',
  day: 'Day',
  asTable: 'As a table',
  noCalls: 'No calls in this period.',
  mostCalls: (calls: string) => `At most ${calls}`,

  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revokeUsed: (calls: string, when: string) =>
    `Calls in the last 24 hours: ${calls}; the last ${when}. Further calls fail from now on.`,
  revokeUnused: 'It made no call in the last 24 hours. Further calls fail from now on.',
  forGood: 'A revoked key cannot be restored.',
  revokeKey: 'Revoke key',
  cancel: 'Cancel',
  revoked: (name: string) => `“${name}” is revoked.`,

  replace: 'Replace',
  notReplaceable: 'This key cannot be replaced any more: it has ended, or its owner is not active.',
  oldKey: 'Back to the key',
  replaceLead: (name: string) =>
    `A new key with the same settings as “${name}”. The old one works until you revoke it.`,
  notReplacedYet: (name: string) =>
    `The new key “${name}” has not been used yet. Store it where this one is in use; then revoke this one.`,
  replacedNow: (name: string, when: string) =>
    `The new key “${name}” was used ${when}. You can revoke this one now.`,

  keyName: 'What is it for?',
  keyNameHint: 'Such as “laptop” or “support bot”. You recognise it by this name.',
  keyNameInvalid: 'Enter 1 to 100 characters, one of them visible.',
  keyLimit: 'There are as many keys as an account may have. Revoke one first.',
  keyCreations: 'Too many keys were created for this account within an hour.',
  lifetime: 'Lifetime',
  days: (days: number, until: string) => `${days} days, until ${until}`,
  noEnd: 'Never expires',
  noEndHint: 'It works until it is revoked. Prefer a key that expires.',
  searches: 'It searches',
  everySource: 'Every source, also later ones',
  someSources: 'Only some sources',
  whichSources: 'Sources of the key',
  chooseSources: 'Choose at least one source.',
  createKey: 'Create key',
  createdTitle: (name: string) => `Your key “${name}”`,
  createdLead: 'You see it only once. Ken stores only its fingerprint.',
  copyKey: 'Copy the key',
  useIt: 'Use it with',
  onBehalf: 'Put the id that the platform has for the person who asks in the place of EXTERNAL_ID.',
  copyExample: 'Copy the example',
  connectAssistant: 'Connect an assistant: VS Code, Cursor, Claude Code',
  tryIt: 'Try it',
  tried: (count: number, query: string) =>
    count === 1
      ? `The key works: 1 result for “${query}”.`
      : `The key works: ${count} results for “${query}”.`,
  keyRefused: 'The key does not work: it was revoked or has expired.',
  stored: 'I have stored it',
  unstored: (name: string) =>
    `“${name}” was created, but its page closed before you stored it. If you do not have it, revoke it and create another key.`,
  lost: (name: string) =>
    `Ken did not respond when “${name}” was created. If there is a key of this name that you have not stored, no one has seen it: revoke it, and create another key.`,
  seeKeys: 'See the keys',
  openUnstored: 'Open the key',
  done: 'Done',
  leave: 'The key is shown only this once. Leave without storing it?',
}

export type Messages = typeof messages
