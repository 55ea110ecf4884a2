/** The words of invitations, in English. */
export const messages = {
  invitations: 'Invitations',
  invitationsLead:
    'Each goes to its address as a link that works for 48 hours. There is no link to copy: the email proves the address.',
  none: 'No invitation yet.',
  mailMissing:
    'Ken cannot send email, so no one can be invited. Set KEN_SMTP_URL and KEN_MAIL_FROM, and restart Ken.',
  import: 'Import a list',
  address: 'Address',
  role: 'Role',
  roles: { Owner: 'Owner', Admin: 'Admin', Member: 'Member' },
  state: 'State',
  states: {
    queued: 'Waiting',
    sent: 'Sent',
    failed: 'Failed',
    accepted: 'Accepted',
    expired: 'Expired',
    revoked: 'Revoked',
  },
  sent: 'Sent',
  expires: 'Expires',
  never: 'Not yet',
  attempts: (count: string) => `${count} attempts`,
  newestFirst: 'Newest first',
  acts: {
    resend: {
      name: 'Resend',
      title: (whom: string) => `Resend: ${whom}?`,
      text: 'The new link works for 48 hours; earlier links stop working.',
      done: (whom: string) => `Queued again: ${whom}.`,
    },
    revoke: {
      name: 'Revoke',
      title: (whom: string) => `Revoke: ${whom}?`,
      text: 'The link stops working at once. The address can be invited again.',
      done: (whom: string) => `Revoked: ${whom}.`,
    },
  },
  count: (count: number, written: string) =>
    count === 1 ? '1 invitation' : `${written} invitations`,
  leftOut: (count: number, written: string) =>
    `Not possible for ${written} of them; ${count === 1 ? 'it is' : 'they are'} left out.`,
  taken: 'A person with this address has an account.',
  emailInvalid: 'Not a valid email address.',
  roleForbidden: 'Your role may not grant this role.',
  settled: 'The invitation is no longer open.',

  newTitle: 'Invite people',
  newLead: 'One address or many. A pending invitation of the same address is replaced.',
  addresses: 'Addresses',
  addressesHint: 'Separated by commas, spaces or lines; at most 100. For more, import a list.',
  tooMany: 'At most 100 addresses at once. Import a list instead.',
  roleOfAll: 'Role of all of them',
  send: 'Send the invitations',
  outcome: 'Outcome',
  outcomes: 'Outcome of each address',
  invited: 'Invited',
  allInvited: (count: number, written: string) =>
    count === 1 ? '1 person is invited.' : `${written} people are invited.`,
  stillHere: 'What failed is still in the field above.',

  importLead:
    'CSV with the header email,role and at most 10,000 lines. Nothing is sent before you have seen the outcome of each line.',
  rehearse: 'Check the list',
  importPeople: (count: number, written: string) =>
    count === 1 ? 'Invite 1 person' : `Invite ${written} people`,
  delivery: (duration: string) =>
    `At the set pace, sending takes about ${duration}. It goes on if you leave.`,
  noOneNew: 'The list has no one who can be invited.',
  chooseFile: 'Choose a CSV file',
  dropHint: 'Or drop it here.',
  pasted: 'Or paste the list',
  pastedHint:
    'The first line is email,role. Cells copied from a spreadsheet work, too, with these two columns.',
  fileUnreadable: 'This file cannot be read. Choose a file, not a folder, or choose it again.',
  headerMissing:
    'The first line must name two columns, email and role. Then follows one line for each person: ana@example.com,Member',
  rehearsed: 'What would happen',
  rehearsedNote: 'Nothing is sent yet.',
  line: 'Line',
  fault: 'Why',
  verdict: 'Outcome',
  verdicts: {
    created: 'Newly invited',
    already_invited: 'Invited before',
    already_a_user: 'Has an account',
    invalid: 'Not valid',
  },
  faults: {
    columns: 'Not two columns',
    email: 'Not a valid email address',
    role: 'No such role',
  },
  allLines: (count: number, written: string) => (count === 1 ? '1 line' : `All ${written} lines`),
  onlyFaulty: (count: number, written: string) =>
    count === 1 ? 'Only the faulty one' : `Only the ${written} faulty ones`,
  shownLines: (count: string) => `The first ${count} are shown.`,
  moreLines: 'Show more',
  numbered: (line: string) => `Line ${line}`,
  downloadFaulty: 'Download the faulty lines',
  tooManyLines: 'The list has more than 10,000 lines. Divide it into several lists.',
  listRefused: 'The list is refused as a whole. Correct these lines:',
  /** `line` is empty if the list as a whole is faulty. */
  listFault: (line: string, detail: string, _isForbidden: boolean) =>
    line === '' ? `The list ${detail}` : `Line ${line} ${detail}`,

  imports: 'Imports',
  importFilter: 'Imported list',
  importsLead: 'Every list that was imported, and how many of its emails were sent.',
  noImports: 'No list has been imported yet.',
  imported: 'Imported',
  importedBy: 'Imported by',
  invitedBy: 'Invited by',
  commandLine: 'Command line',
  deletedAccount: 'Deleted account',
  sending: 'Sending',
  failed: (count: string) => `${count} failed`,
  deliveryLeft: (duration: string) => `At the set pace, the rest takes about ${duration}.`,

  progressTitle: 'Import',
  progressLead: 'You can leave this page: sending goes on.',
  byLine: 'By line',
  lines: 'Lines',
  progressOf: (done: string, all: string) => `${done} of ${all} sent or settled`,
  resendFailed: (count: string) => `Resend ${count} failed`,
  resent: (count: string) => `Queued again: ${count}.`,
  noLines: 'No such line.',
}

export type Messages = typeof messages
