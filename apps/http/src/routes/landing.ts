import { isSetUp } from '@ken/core'
import { landingPage } from '../pages/landing-page.ts'
import type { Surface, SurfaceApp } from '../surface.ts'

/** The start page. */
export const mountLanding = (app: SurfaceApp, { ken: { ports } }: Surface) =>
  app.get('/', async (context) => context.html(await landingPage({ setUp: await isSetUp(ports) })))
