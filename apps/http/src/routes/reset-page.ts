import { resetPage } from '../pages/reset-page.ts'
import type { SurfaceApp } from '../surface.ts'

/** Where the links for a new password lead. Looking uses nothing up (R59). */
export const mountResetPage = (app: SurfaceApp) => app.get('/reset', async (context) => context.html(await resetPage()))
