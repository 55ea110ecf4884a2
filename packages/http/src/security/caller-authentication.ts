import { admitSessionCall, type AuthenticatedSession, type SessionAdmission } from '@ken/core'
import type { PersonVisibility } from '@ken/core/ports'
import type { ApiContext } from '../api-context.ts'
import type { Api } from '../api.ts'
import { problem } from '../errors/problems.ts'
import { rateLimitHeaders } from '../errors/rate-limit-headers.ts'
import { bearerOf } from './bearer.ts'
import type { Guard } from './guard.ts'
import { keyAuthentication, type KeyProblem } from './key-authentication.ts'
import { sessionAuthentication, type SessionProblem } from './session-authentication.ts'

/** The prefix of every API key, and of no access token. */
const keyPrefix = 'ken_'

/** Admits programs with an API key and people with an access token. Both are rate-limited. */
export function callerAuthentication(
  admission: SessionAdmission,
): Guard<KeyProblem | SessionProblem> {
  const session = sessionAuthentication(admission, countForPerson)
  return {
    credentials: [...keyAuthentication.credentials, ...session.credentials],
    problems: [...keyAuthentication.problems, ...session.problems],
    isRateLimited: true,
    middleware: (api) => {
      const byKey = keyAuthentication.middleware(api)
      const bySession = session.middleware(api)
      return (context, next) =>
        bearerOf(context)?.startsWith(keyPrefix) ? byKey(context, next) : bySession(context, next)
    },
  }
}

/** Counts a call by access token for its person. */
async function countForPerson(
  context: ApiContext,
  { ports }: Api['ken'],
): Promise<Response | null> {
  const { userId } = callerOf(context).actor
  const admitted = await admitSessionCall(ports, { userId })
  if (!admitted.ok) return problem(context, admitted.error)
  Object.assign(context.get('headers'), rateLimitHeaders({ key: null, person: admitted.value }))
  return null
}

/** Reads who the caller acts for by now, and what they may see. Throws on a route whose guard does not authenticate people. */
export function visibilityReaderOf(context: ApiContext): () => Promise<PersonVisibility | null> {
  const read = context.get('readVisibility')
  if (read === undefined) throw new Error('The guard of this route does not authenticate people.')
  return read
}

/** The authenticated caller. Throws on a route whose guard does not authenticate people. */
export function callerOf(context: ApiContext): AuthenticatedSession {
  const caller = context.get('caller')
  if (caller === undefined) throw new Error('The guard of this route does not authenticate people.')
  return caller
}
