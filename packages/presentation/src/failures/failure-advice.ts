import {
  changesPerHourMax,
  identitySourceLengthMax,
  keyNameLengthMax,
  nameLengthMax,
  newKeysPerHourMax,
  roles,
  sourcesPerKeyMax,
  type KenError,
  type LimitedChange,
  type KenErrorCode,
} from '@ken/core'
import type { Advice } from './advice.ts'
import { chatAdvice } from './chat-advice.ts'
import { passwordFaultTexts } from './password-fault-texts.ts'

const platform = {
  field: 'source',
  label: 'The platform',
  rule: `must have at most ${identitySourceLengthMax} lower-case letters, digits and "_", and begin with a letter, such as portal`,
} as const
const notLinked = {
  text: 'Create a link code (POST /api/v1/me/link-codes, after POST /login), and send it to this surface.',
} as const

const count = (number: number): string => number.toLocaleString('en')
const minutes = (seconds: number): string =>
  seconds <= 60 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`

/** What a person has made too many times. */
function tooManyChanges(kind: LimitedChange): string {
  const most = `at most ${changesPerHourMax}`
  if (kind === 'sent_invitations') return `send ${most} single invitations per hour`
  return kind === 'administered_changes'
    ? `change addresses, reset passwords and two-factor authentication, and create or take over service keys ${most} times per hour, together`
    : `change the name, create link codes and set up two-factor authentication ${most} times per hour, together`
}

/**
 * The advice for every failure of a use case, for all interfaces. A new code does not compile until it is here. Over HTTP
 * some codes share one text instead, so that a response does not reveal what exists.
 */
export const failureAdvice: {
  readonly [Code in KenErrorCode]: Advice<Extract<KenError, { readonly code: Code }>>
} = {
  'account.already_set_up': {
    text: 'Ken is already set up: the first Owner exists.',
    hint: 'See the Owners with: ken users list --role Owner',
  },
  'account.changes_exhausted': {
    text: ({ kind, retryAfterSeconds }) => {
      const instead = kind === 'sent_invitations' ? ', or import a list of people' : ''
      return `A person can ${tooManyChanges(kind)}. Try again in ${minutes(retryAfterSeconds)}${instead}.`
    },
  },
  'account.deactivated': { text: 'The account is deactivated. Reactivate it first.' },
  'account.email_invalid': {
    field: 'email',
    label: 'The address',
    rule: 'must be an email address such as ana@example.com',
  },
  'account.email_taken': {
    text: 'An account with this address already exists, active or deactivated.',
  },
  'account.forbidden': {
    text: 'This account may not do that. Check its role, and that it is active.',
  },
  'account.last_owner': {
    text: 'This is the only active Owner, and there must be one. Make another person an Owner first.',
  },
  'account.name_invalid': {
    field: 'name',
    label: 'The name',
    rule: `must have 1 to ${nameLengthMax} characters, one of them visible`,
  },
  'account.not_found': { text: ({ identifier }) => `No user ${identifier}. Check the spelling.` },
  'account.not_only_owner': {
    text: 'This resets the password of the only active Owner. Another Owner can reset this one.',
  },
  'account.rate_limited': {
    text: ({ person: { limit, resetSeconds } }) =>
      `An account may send ${limit} requests per minute over all its keys and sessions. Try again in ${resetSeconds} s.`,
  },
  'account.role_invalid': {
    field: 'role',
    label: 'The role',
    rule: `must be one of ${roles.join(', ')}`,
  },
  'account.token_invalid': {
    text: 'The link is wrong, was used, or is too old. Ask for a new one.',
  },
  'agent.not_found': { text: 'No such agent.' },
  'document.changed': {
    text: 'The document changed while you were reading it. Read it again from the start.',
  },
  'document.not_found': { text: 'No such document.' },
  'ask.access_changed': {
    text: 'What you may see has changed since you asked. Please ask again.',
  },
  'ask.model_busy': {
    text: ({ retryAfterSeconds }) =>
      `Too many callers wait for the language model. Try again in ${retryAfterSeconds} s.`,
  },
  'ask.question_invalid': {
    field: 'question',
    label: 'The question',
    rule: ({ detail }) => detail,
  },
  'ask.rate_limited': {
    text: ({ limit, resetSeconds }) =>
      `A key may ask ${limit} questions per minute. Try again in ${resetSeconds} s, or search instead.`,
  },
  'ask.too_many': {
    text: ({ runningMax, retryAfterSeconds }) =>
      `Too many questions are being answered for this caller. Send at most ${runningMax} at a time, and try again in ${retryAfterSeconds} s.`,
  },
  'conversation.not_found': { text: 'No such conversation.' },
  'group.exists': {
    text: ({ slug }) => `The group ${slug} already exists.`,
    hint: ({ slug }) => `Add people with: ken groups add ${slug} EMAIL`,
  },
  'group.in_use': {
    text: ({ slug, documents }) =>
      `${count(documents)} ${documents === 1 ? 'document names' : 'documents name'} the group ${slug}. Import them without it first.`,
  },
  'group.not_found': {
    text: ({ slug }) => `No group ${slug}.`,
    hint: 'See all groups with: ken groups list',
  },
  'group.slug_invalid': {
    field: 'slug',
    label: 'The name of a group',
    rule: 'must have 1 to 63 lower-case letters, digits and "-", and begin and end with a letter or digit',
  },
  'idempotency.in_progress': {
    text: ({ retryAfterSeconds }) =>
      `A request with this \`Idempotency-Key\` is being processed. Send the same request again in ${retryAfterSeconds} s for its result.`,
  },
  'idempotency.key_reused': {
    text: 'This `Idempotency-Key` came with another request in the last 24 hours. Use a new key for a new request.',
  },
  'identity.not_found': { text: 'No such identity.' },
  'identity.not_linked': notLinked,
  'identity.source_invalid': platform,
  'invitation.import_not_found': { text: 'No such import.' },
  'invitation.lines_too_many': {
    text: ({ linesMax }) =>
      `A file may have at most ${count(linesMax)} lines below its header. Split it into several files.`,
  },
  'invitation.not_found': { text: 'No such invitation.' },
  'invitation.roles_forbidden': {
    text: ({ lines }) =>
      `Your role may not grant the roles on lines ${lines.join(', ')}. Nothing was imported.`,
  },
  'invitation.settled': {
    text: ({ state }) => `The invitation is already ${state}. Invite the address again if needed.`,
  },
  'invitation.superseded': {
    text: 'A later invitation of the same address is pending. Resend that one.',
  },
  'job.not_found': {
    text: ({ ids }) => `No failed job ${ids.join(', ')}. Nothing was retried.`,
    hint: 'See the failed jobs with: ken queue',
  },
  'key.behalf_not_linked': notLinked,
  'key.creations_exhausted': {
    text: ({ retryAfterSeconds }) =>
      `At most ${newKeysPerHourMax} keys can be created for a person per hour. Try again in ${minutes(retryAfterSeconds)}.`,
  },
  'key.limit_reached': {
    text: ({ limit }) =>
      `The account has ${limit} active keys, which is the limit. Revoke one first.`,
    hint: 'Revoke it with: ken keys revoke ID',
  },
  'settings.organisation_name_invalid': {
    field: 'organisation_name',
    label: 'The name of the organisation',
    rule: `must have 1 to ${nameLengthMax} characters, one of them visible`,
  },
  'key.name_invalid': {
    field: 'name',
    label: 'The name of a key',
    rule: `must have 1 to ${keyNameLengthMax} characters, one of them visible`,
  },
  'key.not_found': { text: 'No such key.', hint: 'See all keys with: ken keys list' },
  'key.not_transferable': {
    text: 'Only a service key that is neither revoked nor expired can be taken over, and only if Ken does not serve its platform itself.',
    hint: 'See all keys with: ken keys list',
  },
  'key.on_behalf_of_not_allowed': {
    text: 'This key acts only for its owner.',
  },
  'key.on_behalf_of_required': {
    text: 'Send the header `Ken-On-Behalf-Of` with the external id of the person who asks.',
  },
  'key.personal_key_required': {
    text: 'This requires a personal API key; a service key acts for many people.',
    hint: 'Create one with: ken keys create',
  },
  'key.rate_limited': {
    text: ({ limit, resetSeconds }) =>
      `The key may send ${limit} requests per minute. Try again in ${resetSeconds} s.`,
  },
  'key.refused': {
    text: 'The key was refused: it is unknown, expired or revoked, its owner is deactivated, or the person responsible for it is not an active Owner.',
    hint: 'See its status with: ken keys list',
  },
  'key.service_key_required': {
    text: 'This requires a service key; yours acts for its owner.',
    hint: 'Create one with: ken keys create-service --source PLATFORM --name NAME',
  },
  'key.source_built_in': {
    field: 'source',
    label: 'The platform',
    rule: 'must not be one that Ken serves itself: its bot needs no key',
  },
  'key.source_invalid': platform,
  'key.sources_invalid': {
    field: 'sources',
    label: 'The sources',
    rule: ({ unknown }) =>
      unknown.length === 0
        ? `must be 1 to ${sourcesPerKeyMax} sources, or be omitted for every source that the owner may see`
        : `must be sources that the owner of the key may see. Not among them: ${unknown.join(', ')}`,
  },
  'knowledge.prune_refused': {
    text: ({ removed, held }) =>
      `Nothing was removed: ${count(removed)} of the ${count(held)} documents that the source had before are not in the folder.`,
    hint: 'If that is right, repeat the command with --prune-all.',
  },
  'knowledge.source_being_removed': {
    text: ({ sources }) =>
      `Nothing was imported: the documents of ${sources.join(', ')} are being removed. Try again when that is finished.`,
  },
  'knowledge.source_not_found': { text: 'No documents have this source.' },
  'mail.tests_exhausted': {
    text: ({ retryAfterSeconds }) =>
      `At most three test emails are sent per hour. Try again in ${minutes(retryAfterSeconds)}.`,
  },
  'mail.not_configured': {
    text: 'This needs email. Set KEN_SMTP_URL and KEN_MAIL_FROM, and restart Ken.',
  },
  'password.current_wrong': { text: 'Check the current password and try again.' },
  'password.guesses_exhausted': {
    text: ({ retryAfterSeconds }) =>
      `There were too many wrong attempts. ${retryAfterSeconds === null ? 'Ask an Owner or Admin for a reset.' : `Try again in ${retryAfterSeconds} s.`}`,
  },
  'password.rejected': {
    text: ({ reasons }) =>
      `Choose another password. This one ${reasons.map((reason) => passwordFaultTexts[reason]).join('; it ')}.`,
  },
  'search.too_many': {
    text: ({ runningMax, retryAfterSeconds }) =>
      `Too many searches of this person are in progress. Send at most ${runningMax} at a time, and try again in ${retryAfterSeconds} s.`,
  },
  'search.timed_out': {
    text: ({ budgetMs, retryAfterSeconds }) =>
      `The search took longer than ${budgetMs / 1_000} s and was cancelled. Try again in ${retryAfterSeconds} s, or search for fewer or rarer words.`,
  },
  'search.invalid': {
    field: ({ field }) => field,
    label: ({ field }) => `The ${field}`,
    rule: ({ detail }) => detail,
  },
  'second_factor.code_refused': {
    text: 'The code is wrong, expired or already used. Try the next one.',
  },
  'second_factor.enabled': {
    text: 'Two-factor authentication is already enabled. Disable it first.',
  },
  'second_factor.mandatory': {
    text: 'Your role requires two-factor authentication, so it cannot be disabled.',
  },
  'second_factor.missing': {
    text: 'Two-factor authentication is not set up. Set it up first.',
  },
  'session.is_current': { text: 'This is the current session. Sign out to end it.' },
  'session.not_found': { text: 'No such session.' },
  'session.refused': { text: 'The session has ended. Sign in again.' },
  'session.token_expired': {
    text: 'Get a new access token from `POST /refresh`, and send the request again.',
  },
  'sign_in.password_change_required': {
    text: 'Replace the temporary password with your own; nothing else works until then.',
  },
  'sign_in.refused': {
    text: 'What you entered is wrong, or it took too long. Check it and try again, or sign in from the start. Too many wrong attempts block sign-in for a while: then try again later, use a device that you signed in on before, or reset the password.',
  },
  'sign_in.second_factor_required': {
    text: 'Your role requires two-factor authentication. Set it up; nothing else works until then.',
  },
  ...chatAdvice,
}
