import type { KenError, KenErrorCode, PasswordFault } from '@ken/core'
import { grouped } from './output.ts'

const passwordFaults: { readonly [Fault in PasswordFault]: string } = {
  too_short: 'it is shorter than 8 characters',
  too_long: 'it is longer than 128 characters',
  too_weak: 'it is too easy to guess; several uncommon words make a good one',
  breached: 'it is known from a breach and will be tried by attackers',
  same_as_current: 'it is the current one',
  too_complex_to_check: 'its strength could not be judged in time; take a shorter one',
}

/** The one place where a failure of core becomes a sentence that says what to do. A new code does not compile until it is here. */
const failures: { readonly [Code in KenErrorCode]: (error: Extract<KenError, { code: Code }>) => string } = {
  'account.already_set_up': () => 'Ken is set up already: the first Owner exists. Sign in as that person.',
  'account.email_invalid': () => 'This is no address that Ken can use. Give one such as ana@example.com.',
  'account.name_invalid': () => 'The name must have 1 to 200 characters.',
  'account.not_found': ({ email }) => `Nobody has the address ${email}. Check its spelling.`,
  'account.forbidden': () => 'This account may not do that. Check that it is active and has the role for it.',
  'password.rejected': ({ reasons }) => `Choose another password: ${reasons.map((reason) => passwordFaults[reason]).join('; ')}.`,
  'group.slug_invalid': ({ slug }) =>
    `"${slug}" cannot name a group. Use lower-case letters, digits and dashes, at most 63 characters.`,
  'group.exists': ({ slug }) => `The group ${slug} exists already. Add people with: ken groups add ${slug} EMAIL`,
  'group.not_found': ({ slug }) => `There is no group ${slug}. See them with: ken groups list`,
  'group.in_use': ({ slug, documents }) =>
    `${grouped(documents)} ${documents === 1 ? 'document names' : 'documents name'} the group ${slug}. Import them with another --allow first.`,
  'key.not_found': () => 'There is no such key. See them with: ken keys list',
  'key.limit_reached': ({ limit }) =>
    `This person has ${limit} active keys, which is the limit. Revoke one first: ken keys revoke ID`,
  'key.name_invalid': () => 'The name of a key must have 1 to 100 characters.',
  'key.sources_invalid': ({ unknown }) =>
    unknown.length === 0
      ? 'Name 1 to 50 sources, or leave --sources out for all that the person may see.'
      : `The person sees no source called ${unknown.join(', ')}. Check the spelling and what was imported.`,
  'key.refused': () => 'The key was refused: it is unknown, expired or revoked, or its owner is deactivated. Create another one.',
  'key.rate_limited': ({ limit, resetSeconds }) =>
    `The key has used its ${limit} requests per minute. Try again in ${resetSeconds} s.`,
  'password.current_wrong': () => 'The current password is wrong.',
  'password.guesses_exhausted': ({ retryAfterSeconds }) =>
    retryAfterSeconds === null
      ? 'There were too many wrong guesses. Reset the password or the second factor.'
      : `There were too many wrong guesses. Try again in ${retryAfterSeconds} s.`,
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
  'search.invalid': ({ field, detail }) => `The ${field} ${detail}.`,
}

/** One sentence for people: what is wrong and what to do. */
export const failureText = (error: KenError): string =>
  // The table pairs every code with its own error, which an index signature cannot express.
  (failures[error.code] as (error: KenError) => string)(error)
