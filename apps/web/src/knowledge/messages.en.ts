import type { Source } from './use-sources.ts'

type RemovalReason = NonNullable<Source['removal_failure']>['reason']

const principals: ReadonlyArray<readonly [principal: string, meaning: string]> = [
  ['everyone', 'everyone with an account'],
  ['role:Admin', 'everyone with this role'],
  ['group:sales', 'the members of a group'],
  ['user:ID', 'one person'],
]

/** The words of the knowledge base, in English. */
export const messages = {
  knowledge: 'Knowledge',
  lead: 'The sources of documents, with their numbers. Titles are shown to no role: each document is for whom it names.',
  source: 'Source',
  documents: 'Documents',
  passages: (count: number, written: string) => (count === 1 ? '1 passage' : `${written} passages`),
  semanticSearch: 'Semantic search',
  share: (embedded: string, passages: string) => `Passages: ${embedded} of ${passages}`,
  pending: (count: string) => `Waiting for the model: ${count}`,
  noModel: 'No model',
  lastImport: 'Last import',
  unknownImport: 'Not recorded',
  onCommandLine: 'on the command line',
  deletedAccount: 'by a deleted account',
  changed: (upserted: string, removed: string) => `${upserted} changed, ${removed} removed`,
  allowed: 'Documents for',
  allowedKinds: {
    everyone: (count: string) => `everyone: ${count}`,
    roles: (count: string) => `roles: ${count}`,
    groups: (count: string) => `groups: ${count}`,
    persons: (count: string) => `people by name: ${count}`,
  },
  acts: 'Actions',

  remove: 'Remove',
  removeTitle: (source: string) => `Remove the source ${source} for good?`,
  removeText: (documents: string, passages: string) =>
    `Documents that no one finds any more: ${documents}, with ${passages} passages. Only another import brings them back.`,
  removeMeanwhile: 'Until all are removed, imports of this source are refused.',
  typeName: (source: string) => `Type ${source} to confirm`,
  removeSource: 'Remove the source',
  removalStarted: (source: string) => `The source ${source} is being removed.`,
  isBeingRemoved: 'Is being removed',
  removalFails: 'Removal fails',
  removalReasons: {
    error: 'An error stopped it; the log of the worker has it by the job.',
    worker_died: 'The worker ended before it was done.',
    job_missing: 'Its job is no longer in the queue.',
  } satisfies Record<RemovalReason, string>,
  removalRetried: 'Ken tries again by itself within 15 minutes.',
  removalStopped: 'Ken does not try again by itself.',
  job: 'Job',

  empty: 'There is no document yet. Import some on the machine where Ken runs:',
  command: 'Import command',
  copy: 'Copy the command',
  orOverHttp: 'Or send them from a program, with the access token of an Owner or Admin:',
  request: 'Import over HTTP',
  copyRequest: 'Copy the request',
  allowTitle: 'Who sees a document',
  allow:
    'Each document names who may see it, in “allowed”. --allow is for documents that name no one themselves, such as files in a folder. Several are separated by commas.',
  principals,
}

export type Messages = typeof messages
