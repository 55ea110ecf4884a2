import { invitePage } from '../pages/invite-page.ts'
import type { SurfaceApp } from '../surface.ts'

/** Where the links of invitations lead. Looking uses nothing up (R59). */
export const mountInvitePage = (app: SurfaceApp) => app.get('/invite', async (context) => context.html(await invitePage()))
