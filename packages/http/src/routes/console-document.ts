import { z } from '@hono/zod-openapi'
import { respondJson } from '../respond.ts'
import { jsonResponse } from '../routing/body-and-response.ts'
import { defineRoute } from '../routing/define-route.ts'
import { sessionAuthentication } from '../security/session-authentication.ts'

/** The API of the console, for people who are signed in. */
export const consoleDocumentRoute = defineRoute(
  {
    operationId: 'getConsoleDocument',
    method: 'get',
    path: '/api/v1/openapi.json',
    tags: ['Own account'],
    summary: "Get the OpenAPI document of the console's API",
    description: 'Unstable: it changes with the console, without notice.',
    guard: sessionAuthentication({ isReadOnly: true }),
    responses: {
      200: jsonResponse('The document.', z.looseObject({ openapi: z.string() })),
    },
  },
  (context, { contract }) => respondJson(context, contract.consoleDocument(), 200),
)
