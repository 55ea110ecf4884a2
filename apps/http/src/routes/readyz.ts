import type { Surface, SurfaceApp } from '../surface.ts'

/**
 * Says whether requests may be sent here, with every part they depend on. Not ready while draining, so
 * that a balancer turns away before the server does (R89).
 */
export const mountReadyz = (app: SurfaceApp, { ken, isDraining }: Surface) =>
  app.get('/readyz', async (context) => {
    const { ready, parts } = await ken.health()
    const status = isDraining() ? 'draining' : ready ? 'ready' : 'not_ready'
    return context.json({ status, parts }, status === 'ready' ? 200 : 503)
  })
