import type { Surface, SurfaceApp } from '../surface.ts'

/**
 * `/healthz` says that the process lives; `/readyz` whether it may be sent requests, with every part
 * it depends on. Not ready while draining, so that a balancer turns away before the server does (R89).
 */
export const mountHealth = (app: SurfaceApp, { ken, isDraining }: Surface) => {
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', async (context) => {
    const { ready, parts } = await ken.health()
    const status = isDraining() ? 'draining' : ready ? 'ready' : 'not_ready'
    return context.json({ status, parts }, status === 'ready' ? 200 : 503)
  })
}
