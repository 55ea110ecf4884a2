import type { Entry } from '../audit-words/entry.ts'
import type { Span } from './time-filter.ts'

/** The words of the audit log, in English. */
export const messages = {
  audit: 'Audit log',
  lead: 'Who did what, and when. Searches are not recorded. Entries cannot be changed.',
  time: 'Time',
  who: 'Who',
  what: 'What',
  outcome: 'Outcome',
  spans: {
    today: 'Today',
    '7': 'Last 7 days',
    '30': 'Last 30 days',
    dates: 'From one day until another',
  } satisfies Record<Span, string>,
  from: 'From',
  until: 'Until',
  untilBeforeFrom: 'Nothing matches: the day under “Until” is before the day under “From”.',
  targetWithoutKind:
    'Nothing matches: a target is a kind and an id, such as group:sales. For a person, open an entry about them and choose “Everything about this target”.',
  person: 'Find a person',
  target: 'Target',
  targetFilter: 'Target',
  targetExample: 'group:sales',
  action: 'Action',
  allOf: (area: string) => `${area}: all`,
  newest: 'Newest first',
  empty: 'No entries yet.',
  session: 'Session',
  key: 'API key',
  address: 'Network address',
  request: 'Request',
  entry: 'Entry',
  ofRequest: 'Everything of this request',
  ofSession: 'Everything of this session',
  ofTarget: 'Everything about this target',
  ofPerson: 'Everything by this person',
  exporting: 'Export',
  exportAct: 'Export as CSV',
  exportedOf: (done: string, all: string) => `${done} of ${all} entries`,
  exportTitle: 'Export the audit log?',
  exportAudited: 'The export itself is an entry of the audit log.',
  exportTooMany: 'These are more than 200,000 entries. Choose a shorter time.',
  cancel: 'Cancel',
  unchecked: 'The chain of entries has not been checked yet.',
  brokenAdvice:
    'Compare with a backup or an export, and run ken audit verify. Do not restore the database over it before that.',
  outcomes: { success: 'Succeeded', failure: 'Failed' } satisfies Record<Entry['outcome'], string>,
  vias: {
    web: 'web',
    api_key: 'API key',
    service_key: 'service key',
    chat: 'chat',
    portal: 'portal',
    cli: 'command line',
    worker: 'background job',
  } satisfies Record<Entry['via'], string>,
  unbroken: (since: string, checked: string) => `Unbroken since ${since}, checked ${checked}.`,
  broken: (id: string, at: string | null) =>
    `Entry ${id} of ${at ?? 'an unknown time'} was changed or removed.`,
  exportCount: (count: number, written: string) =>
    count === 1 ? 'The file will have 1 entry.' : `The file will have ${written} entries.`,
}

export type Messages = typeof messages
