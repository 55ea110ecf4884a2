// Runs the surface in Microsoft Teams.
//
//   ken keys create-service --source bot_gateway --name teams
//   KEN_URL=http://localhost:8080 KEN_SERVICE_KEY=ken_… TEAMS_APP_ID=… TEAMS_APP_PASSWORD=… \
//     TEAMS_APP_TENANT_ID=… node main.ts
//
// Azure posts to https://<your host>/api/webhooks/teams; a reverse proxy passes that on to the port.
import { createTeamsAdapter } from '@chat-adapter/teams'
import { serve } from '@hono/node-server'
import { createSurfaceClient } from '@ken/client/surface'
import type { Adapter } from 'chat'
import { surfaceOf } from './surface.ts'

const { KEN_URL = 'http://localhost:8080', KEN_SERVICE_KEY = '', PORT = '3978' } = process.env

const ken = createSurfaceClient({ baseUrl: KEN_URL, serviceKey: KEN_SERVICE_KEY })
const teams = createTeamsAdapter({ appType: 'SingleTenant' }) as Adapter // Undefined for what is optional.
const { webhooks } = surfaceOf(ken, { teams })

serve(
  {
    port: Number(PORT),
    fetch: async (request: Request) =>
      new URL(request.url).pathname === '/api/webhooks/teams'
        ? webhooks.teams(request)
        : new Response(null, { status: 404 }),
  },
  ({ port }) => console.log(`Listening on port ${port}`),
)
