import {
  botTokenLengthMax,
  passwordExample,
  teamChatAdvice,
  type KenError,
  type KenErrorCode,
  type PasswordFault,
} from '@ken/core'
import { grouped } from './output.ts'

const passwordFaults: { readonly [Fault in PasswordFault]: string } = {
  too_short: 'it is shorter than 8 characters',
  too_long: 'it is longer than 128 characters',
  too_weak: `it is too easy to guess; use four unrelated words such as “${passwordExample}” (but not these), or 12 random characters from a password manager`,
  breached: 'it is known from a breach and will be tried by attackers',
  same_as_current: 'it is the current one',
  too_complex_to_check: 'its strength takes too long to judge; use a shorter one',
}

const platformAdvice =
  'A platform is named by lower-case letters, digits and "_", beginning with a letter, such as workspace_chat.'

/** The one place where a failure of core becomes a sentence that says what to do. A new code does not compile until it is here. */
const failures: { readonly [Code in KenErrorCode]: (error: Extract<KenError, { code: Code }>) => string } = {
  'account.already_set_up': () => 'Ken is set up already: the first Owner exists. See who it is with: ken users list',
  'account.deactivated': () => 'The account is deactivated. Reactivate it first.',
  'account.email_invalid': () => 'This is no address that Ken can use. Give one such as ana@example.com.',
  'account.email_taken': () => 'There is an account with this address already.',
  'account.last_owner': () => 'This is the only active Owner, and there must be one. Make somebody else an Owner first.',
  'account.not_only_owner': () =>
    'This resets the password of the only active Owner and of nobody else. Ask an Owner to reset this one.',
  'agent.not_found': () => 'There is no such agent.',
  'account.name_invalid': () => 'The name must have 1 to 200 characters.',
  'account.not_found': ({ sought }) => `Nobody is known as ${sought}. Check the spelling.`,
  'account.forbidden': () => 'This account may not do that. Check that it is active and has the role for it.',
  'account.role_invalid': () => 'The role must be Owner, Admin or Member.',
  'account.token_invalid': () => 'The link is wrong, was used, or is too old.',
  'password.rejected': ({ reasons }) => `Choose another password: ${reasons.map((reason) => passwordFaults[reason]).join('; ')}.`,
  'group.slug_invalid': ({ slug }) =>
    `"${slug}" cannot name a group. Use lower-case letters, digits and dashes, at most 63 characters.`,
  'group.exists': ({ slug }) => `The group ${slug} exists already. Add people with: ken groups add ${slug} EMAIL`,
  'group.not_found': ({ slug }) => `There is no group ${slug}. See them with: ken groups list`,
  'group.in_use': ({ slug, documents }) =>
    `${grouped(documents)} ${documents === 1 ? 'document names' : 'documents name'} the group ${slug}. Import them with another --allow first.`,
  'invitation.not_found': () => 'There is no such invitation.',
  'invitation.settled': ({ state }) => `The invitation was ${state} already.`,
  'invitation.superseded': () => 'A later invitation of the same address is pending.',
  'invitation.roles_forbidden': ({ lines }) => `Nobody was invited: ${lines.join(', ')} are lines with a role you may not give.`,
  'invitation.lines_too_many': ({ linesMax }) => `A file may have at most ${grouped(linesMax)} lines below its header. Split it.`,
  'invitation.import_not_found': () => 'There is no such import.',
  'job.not_found': ({ ids }) =>
    `Nothing was put in line: no job that was given up is known as ${ids.join(', ')}. See them with: ken queue`,
  'key.not_found': () => 'There is no such key. See them with: ken keys list',
  'key.limit_reached': ({ limit }) =>
    `This person has ${limit} active keys, which is the limit. Revoke one first: ken keys revoke ID`,
  'key.name_invalid': () => 'The name of a key must have 1 to 100 characters.',
  'key.sources_invalid': ({ unknown }) =>
    unknown.length === 0
      ? 'Name 1 to 50 sources, or leave --sources out for all that the person may see.'
      : `The person sees no source called ${unknown.join(', ')}. Check the spelling and what was imported.`,
  'key.source_invalid': () => platformAdvice,
  'key.source_built_in': () => 'Ken serves this platform itself, without a service key. Set up its bot in Ken instead.',
  'key.not_transferable': () =>
    'Only a service key that is neither revoked nor expired, of a platform that Ken does not serve itself, can be taken over. See them with: ken keys list',
  'key.on_behalf_of_required': () => 'A service key asks on behalf of people only. Take a personal key here.',
  'key.on_behalf_of_not_allowed': () => 'This key speaks for its owner only.',
  'key.behalf_not_linked': () => 'Nobody is linked to this identity.',
  'key.service_key_required': () =>
    'This takes a service key. Create one with: ken keys create-service --source PLATFORM --name NAME',
  'idempotency.in_progress': ({ retryAfterSeconds }) => `The same request is in progress. Try again in ${retryAfterSeconds} s.`,
  'idempotency.key_reused': () => 'The key was used for another request. Use a new one.',
  'identity.not_found': () => 'There is no such identity.',
  'identity.source_invalid': () => platformAdvice,
  'identity.not_linked': () => 'Nobody is linked to this identity.',
  'key.refused': () =>
    'The key was refused: it is unknown, expired or revoked, its owner is deactivated, or the person responsible for it is no active Owner. See its status with: ken keys list',
  'account.rate_limited': ({ person: { limit, resetSeconds } }) =>
    `The person has used their ${limit} requests per minute over all keys and sessions. Try again in ${resetSeconds} s.`,
  'key.rate_limited': ({ limit, resetSeconds }) =>
    `The key has used its ${limit} requests per minute. Try again in ${resetSeconds} s.`,
  'password.current_wrong': () => 'The current password is wrong.',
  'password.guesses_exhausted': ({ retryAfterSeconds }) =>
    retryAfterSeconds === null
      ? 'There were too many wrong guesses. Reset the password or the second factor.'
      : `There were too many wrong guesses. Try again in ${retryAfterSeconds} s.`,
  'mail.not_configured': () => 'This needs mail, and no mail server is configured. Set KEN_SMTP_URL and KEN_MAIL_FROM.',
  'second_factor.code_refused': () => 'The code is wrong or was used before. Take the next one.',
  'second_factor.enabled': () => 'A second factor is enabled already. Disable it first.',
  'second_factor.missing': () => 'There is no second factor to act on. Enrol one first.',
  'second_factor.mandatory': () => 'This role must have a second factor.',
  'session.refused': () => 'The session is over. Sign in again.',
  'session.token_expired': () => 'The access token expired. Refresh it.',
  'session.not_found': () => 'There is no such session.',
  'session.is_current': () => 'This is the current session. End it by signing out.',
  'sign_in.refused': () => 'The sign-in was refused. Check address, password and code, or try again later.',
  'sign_in.password_change_required': () => 'A temporary password must be replaced first. Sign in to do so.',
  'sign_in.second_factor_required': () => 'This role must enrol a second factor first. Sign in to do so.',
  'knowledge.prune_refused': ({ removed, held }) =>
    `Nothing was removed: ${grouped(removed)} of the ${grouped(held)} documents that the source had before are not in the folder. If that is right, repeat the command with --prune-all.`,
  'team_chat.address_invalid': () =>
    'This cannot be the address of a team-chat server. Give one such as https://chat.example.com.',
  'team_chat.address_missing': () => 'A token is for one server. Give the address, too.',
  'team_chat.token_invalid': () => `A token has 1 to ${botTokenLengthMax} visible characters of ASCII.`,
  'team_chat.probe_failed': ({ reason }) => teamChatAdvice[reason],
  'team_chat.probes_exhausted': ({ retryAfterSeconds }) =>
    `Too many of the servers that Ken was to ask did not serve the bot. Try again in ${retryAfterSeconds} s.`,
  'team_chat.changed_meanwhile': () => 'Somebody else changed the settings meanwhile. Look at them, and try again.',
  'search.invalid': ({ field, detail }) => `The ${field} ${detail}.`,
}

/** One sentence for people: what is wrong and what to do. */
export const failureText = (error: KenError): string =>
  // The table pairs every code with its own error, which an index signature cannot express.
  (failures[error.code] as (error: KenError) => string)(error)
