import { createRoute } from '@hono/zod-openapi'
import { signOut } from '@ken/core'
import { answerDone } from '../../answer.ts'
import { problemResponses } from '../../errors/problems.ts'
import { originOf } from '../../request/origin.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, emptyRequest } from '../declarations.ts'
import { mount } from '../mount.ts'

/** The end of the session that the cookie belongs to. */
export const signOutRoute = createRoute({
  operationId: 'signOut',
  method: 'post',
  path: '/logout',
  tags: ['Sign-in'],
  summary: 'Sign out',
  security: [{ refreshCookie: [] }],
  request: emptyRequest,
  responses: {
    204: { description: 'Nobody is signed in here any more, whoever was. The cookie is gone.' },
    ...problemResponses('http.cross_site', ...bodyProblems),
  },
})

/** Serves the sign-out. */
export const mountSignOut = (app: SurfaceApp, { ken: { config, ports }, refreshCookie }: Surface) =>
  mount(app, signOutRoute, [sameOrigin(config.baseUrl)], async (context) => {
    const presented = refreshCookie.read(context)
    if (presented !== null) await signOut(ports, { presented, origin: originOf(context) })
    refreshCookie.clear(context)
    return answerDone(context)
  })
