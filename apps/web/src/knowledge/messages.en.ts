import type { Outcome, Reason } from './import/outcome.ts'
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
  lead: 'The sources of documents, with their numbers. No role sees titles here: each document is only for those whom it names.',
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
  removeText: (documents: string, passages: number, written: string) =>
    `Documents that no one finds any more: ${documents}, with ${passages === 1 ? '1 passage' : `${written} passages`}. Only another import brings them back.`,
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

  importDocuments: 'Import documents',
  importLead:
    'Markdown, HTML, text, CSV, email, Word and PDF files. Importing a folder again is harmless: only changed files change anything.',
  files: 'Files',
  chooseFiles: 'Choose files',
  chooseFolder: 'Choose a folder',
  dropFiles: 'Or drop them here.',
  formats: 'At most 8 MiB each. A new choice replaces the one before.',
  noFiles: 'Choose at least one Markdown, HTML, text, CSV, email, Word or PDF file.',
  chosenFiles: (count: number, written: string) =>
    count === 1 ? '1 file is ready.' : `${written} files are ready.`,
  leftOutFiles: (count: string) => `Left out: ${count}.`,
  sourceHint: 'Where the documents come from, such as wiki. Choose one, or name a new one.',
  sourceInvalid: 'Use lower-case letters, digits, "-" and "_", at most 63, such as team-wiki.',
  sourceExists: (documents: number, written: string) =>
    `Has ${documents === 1 ? '1 document' : `${written} documents`}. Files with the same path replace theirs, also who may see them.`,
  audience: 'Who may see the documents?',
  audiences: {
    everyone: 'Everyone with an account',
    'role:Owner': 'Owners',
    'role:Admin': 'Admins',
    'role:Member': 'Members',
  },
  audienceGroup: (slug: string) => `Group ${slug}`,
  addGroup: 'Add a group',
  audienceHint: 'No one is chosen beforehand. Permissions apply to Owners, too.',
  audienceMissing: 'Choose who may see the documents.',
  urlBase: 'Address of the folder on the web (optional)',
  urlBaseHint:
    'Then results link to it, such as https://wiki.example.com/guides/vpn.md for guides/vpn.md.',
  urlBaseInvalid: 'Enter an address that starts with https:// or http://.',
  importNone: 'Import',
  importFiles: (count: number, written: string) =>
    count === 1 ? 'Import 1 file' : `Import ${written} files`,
  onCommandLineOnly:
    'Documents of deleted files stay. Only ken import on the command line can remove them, and read JSON lines.',
  importing: (source: string) => `Importing into ${source}`,
  importDone: (source: string) => `Imported into ${source}`,
  sentFiles: (done: string, all: string) => `${done} of ${all} files`,
  stayHere: 'Stay on this page until all files are sent.',
  nothingLost:
    'What is listed below as new or changed is stored. “Try again” continues with the rest.',
  interrupted: 'The import was interrupted. What is listed below as new or changed is stored.',
  continueImport: 'Continue with the rest',
  giveUp: 'Continue without the files that fail',
  changeImport: 'Back to the form',
  importMore: 'Import more',
  file: 'File',
  verdict: 'Outcome',
  reason: 'Why',
  verdicts: {
    created: 'New',
    updated: 'Changed',
    unchanged: 'Unchanged',
    superseded: 'Replaced by a later file of the same path',
    skipped: 'Left out',
    invalid: 'Not imported',
  } satisfies Record<Outcome['verdict'], string>,
  reasons: {
    hidden: 'Hidden',
    installed_packages: 'Installed packages',
    unsupported_format: 'Not Markdown, HTML, plain text, CSV, email, Word or PDF',
    empty: 'Empty',
    path_invalid: 'The name of the file or a folder is not valid: rename it',
    path_too_long: 'The path has more than 512 characters',
    too_large:
      'Larger than 8 MiB: divide it into several files, or use ken import, which takes Word, PDF and email of up to 64 MiB',
    damaged: 'Damaged, protected by a password, or of an old format',
    binary: 'Not text: the file is binary',
    encoding: 'Not text in UTF-8: save it as UTF-8',
    no_text: 'No readable text, such as only images from a scanner: recognize the text (OCR)',
    other_permissions:
      'Its front matter has another “allowed” than this import: import it separately',
    too_complex: 'Takes too much time or memory to convert: divide it into several files',
    text_too_long: 'More than 2,000,000 characters of text: divide it into several files',
    link_invalid: 'Its link is not valid or too long',
    same_name:
      'Its name differs from that of another file only in how characters are composed: rename it',
    given_up: 'Sending it failed: import it again',
    unreadable: 'The browser cannot read it: choose it again',
  } satisfies Record<Reason, string>,
  allFiles: (count: number, written: string) => (count === 1 ? '1 file' : `All ${written} files`),
  onlyFaulty: (count: number, written: string) =>
    count === 1 ? 'Only the faulty one' : `Only the ${written} faulty ones`,
  downloadFaulty: 'Download the list of faulty files',
  shownFiles: (count: string) => `The first ${count} are shown.`,
  moreFiles: 'Show more',

  empty: 'There is no document yet. Import files in the browser:',
  emptyCommand: 'Or import them on the machine where Ken runs:',
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
