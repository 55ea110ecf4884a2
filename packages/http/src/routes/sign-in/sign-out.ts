import { signOut } from '@ken/core'
import { originOf } from '../../request/origin.ts'
import { respondNoContent } from '../../respond.ts'
import { emptyRequest } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { sameOriginWithRefreshCookie } from '../../security/same-origin.ts'

/** Ends the session of the cookie. */
export const signOutRoute = defineRoute(
  {
    operationId: 'signOut',
    method: 'post',
    path: '/logout',
    tags: ['Sign-in'],
    summary: 'Sign out',
    description:
      'Ends the session and deletes the cookie. The access token can still read until it expires.',
    guard: sameOriginWithRefreshCookie,
    request: emptyRequest,
    responses: {
      204: { description: 'Signed out, if a session existed. The cookie is deleted.' },
    },
  },
  async (context, { ken: { ports }, refreshCookie }) => {
    const presented = refreshCookie.read(context)
    if (presented !== null) await signOut(ports, { presented, origin: originOf(context) })
    refreshCookie.clear(context)
    return respondNoContent(context)
  },
)
