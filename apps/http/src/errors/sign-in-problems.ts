import { passwordExample, passwordLengthMax, passwordLengthMin, type PasswordFault } from '@ken/core'
import {
  bearerRefused,
  conflict,
  forbidden,
  notFound,
  rateLimited,
  unauthenticated,
  type ProblemHeaders,
  type ProblemsOf,
} from './problem.ts'

const passwordFaults: { readonly [Fault in PasswordFault]: string } = {
  too_short: `must have at least ${passwordLengthMin} characters`,
  too_long: `must have at most ${passwordLengthMax} characters`,
  too_weak: `is too easy to guess: use four unrelated words such as “${passwordExample}” (but not these), or 12 random characters from a password manager, and not your name or address`,
  breached: 'is known from a data breach: choose one that you use nowhere else',
  same_as_current: 'must differ from the current password',
  too_complex_to_check: 'takes too long to judge: choose a shorter or simpler one',
}

/** What may be wrong with a password, a second factor, a sign-in and the session that it opens. */
export const signInProblems = {
  'password.rejected': {
    status: 422,
    code: 'PASSWORD_REJECTED',
    title: 'The password is not accepted.',
    detail: 'Choose another password; `errors` says why this one is not accepted.',
    errors: ({ reasons, field = 'password' }) =>
      reasons.map((reason) => ({ pointer: `#/${field}`, detail: passwordFaults[reason] })),
    reasons: ({ reasons }) => reasons,
  },
  'password.current_wrong': {
    status: 403,
    code: 'CURRENT_PASSWORD_WRONG',
    title: 'The current password is wrong.',
    detail: 'Check the current password and try again.',
  },
  'password.guesses_exhausted': {
    ...rateLimited,
    detail: ({ retryAfterSeconds }) =>
      `There were too many wrong attempts. ${retryAfterSeconds === null ? 'Ask an Owner or Admin for a reset.' : `Try again in ${retryAfterSeconds} s.`}`,
    headers: ({ retryAfterSeconds }): ProblemHeaders =>
      retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) },
  },
  'second_factor.code_refused': {
    status: 403,
    code: 'MFA_CODE_REFUSED',
    title: 'The code is not accepted.',
    detail: 'The code is wrong, too old or used already. Try the next one.',
  },
  'second_factor.enabled': { ...conflict, detail: 'There is a second factor already. Disable it first.' },
  'second_factor.missing': {
    ...conflict,
    detail: 'There is no second factor for which a code could be judged. Set one up first.',
  },
  'second_factor.mandatory': { ...forbidden, detail: 'Your role requires a second factor, so it cannot be disabled.' },
  'session.refused': bearerRefused,
  'session.token_expired': {
    status: 401,
    code: 'TOKEN_EXPIRED',
    title: 'The access token has expired.',
    detail: 'Get a new one by `POST /refresh`, and send the request again.',
    headers: () => ({ 'WWW-Authenticate': 'Bearer realm="ken", error="invalid_token"' }),
  },
  'session.not_found': notFound,
  'session.is_current': { ...conflict, detail: 'This is the session that you are using. Sign out to end it.' },
  // One text for every reason: who guesses learns nothing (R20).
  'sign_in.refused': {
    ...unauthenticated,
    detail:
      'What you entered is wrong, or it took too long. Check it and try again, or sign in from the start. Too many wrong tries block sign-in for a while: then try again later, use a device that you signed in on before, or reset the password.',
  },
  'sign_in.password_change_required': {
    status: 403,
    code: 'PASSWORD_CHANGE_REQUIRED',
    title: 'The temporary password must be replaced.',
    detail: 'Choose a password of your own; nothing else works before.',
  },
  'sign_in.second_factor_required': {
    status: 403,
    code: 'MFA_ENROLMENT_REQUIRED',
    title: 'A second factor is required.',
    detail: 'Your role requires a second factor. Set one up; nothing else works before.',
  },
} as const satisfies ProblemsOf<'password' | 'second_factor' | 'session' | 'sign_in'>
