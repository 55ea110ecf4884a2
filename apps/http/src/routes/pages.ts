import { isSetUp } from '@ken/core'
import { landingPage } from '../pages/landing-page.ts'
import { setupPage } from '../pages/setup-page.ts'
import type { Surface, SurfaceApp } from '../surface.ts'

/** The pages people see: what this is, and the first launch. `/setup` is guarded where it is mounted. */
export const mountPages = (app: SurfaceApp, { ken: { ports } }: Surface) => {
  app.get('/', async (context) => context.html(await landingPage({ setUp: await isSetUp(ports) })))
  app.get('/setup', async (context) => context.html(await setupPage()))
}
