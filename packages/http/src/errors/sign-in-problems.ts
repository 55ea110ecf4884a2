import { passwordFaultTexts } from '@ken/presentation'
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

/** The failures of passwords, two-factor authentication, sign-in and sessions. */
export const signInProblems = {
  'password.rejected': {
    status: 422,
    code: 'PASSWORD_REJECTED',
    title: 'The password is not accepted.',
    errors: ({ reasons, field = 'password' }) =>
      reasons.map((reason) => ({ pointer: `#/${field}`, detail: passwordFaultTexts[reason] })),
    reasons: ({ reasons }) => reasons,
  },
  'password.current_wrong': {
    status: 403,
    code: 'CURRENT_PASSWORD_WRONG',
    title: 'The current password is wrong.',
  },
  'password.guesses_exhausted': {
    ...rateLimited,
    headers: ({ retryAfterSeconds }): ProblemHeaders =>
      retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) },
  },
  'second_factor.code_refused': {
    status: 403,
    code: 'MFA_CODE_REFUSED',
    title: 'The code is not accepted.',
  },
  'second_factor.enabled': conflict,
  'second_factor.missing': conflict,
  'second_factor.mandatory': forbidden,
  'session.refused': bearerRefused,
  'session.token_expired': {
    status: 401,
    code: 'TOKEN_EXPIRED',
    title: 'The access token has expired.',
    headers: () => ({ 'WWW-Authenticate': 'Bearer realm="ken", error="invalid_token"' }),
  },
  'session.not_found': notFound,
  'session.is_current': conflict,
  // The same for every reason, so that an attacker learns nothing.
  'sign_in.refused': unauthenticated,
  'sign_in.password_change_required': {
    status: 403,
    code: 'PASSWORD_CHANGE_REQUIRED',
    title: 'The temporary password must be replaced.',
  },
  'sign_in.second_factor_required': {
    status: 403,
    code: 'MFA_ENROLMENT_REQUIRED',
    title: 'Two-factor authentication is required.',
  },
} as const satisfies ProblemsOf<'password' | 'second_factor' | 'session' | 'sign_in'>
