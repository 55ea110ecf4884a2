import type { Page } from '../../routing/register-pages.ts'

/**
 * Readiness, with the state of every part that requests depend on. Not ready while draining, so that a load balancer
 * stops sending requests before the server stops.
 */
export const readyz: Page = {
  path: '/readyz',
  handler: async (context, { ken, isDraining }) => {
    const { ready, parts } = await ken.health()
    const status = isDraining() ? 'draining' : ready ? 'ready' : 'not_ready'
    return context.json({ status, parts }, status === 'ready' ? 200 : 503)
  },
}
