import type { SurfaceApp } from '../surface.ts'

/** Says that the process lives, whatever it depends on. */
export const mountHealthz = (app: SurfaceApp) => app.get('/healthz', (context) => context.json({ status: 'ok' }))
