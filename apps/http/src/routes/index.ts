import type { Markup } from '../pages/page.ts'
import type { Surface, SurfaceApp } from '../surface.ts'
import { mountAssets } from './assets.ts'
import { mountHealthz } from './healthz.ts'
import { mountLanding } from './landing.ts'
import { changePasswordRoute, mountChangePassword } from './me/change-password.ts'
import { confirmSecondFactorRoute, mountConfirmSecondFactor } from './me/confirm-second-factor.ts'
import { disableSecondFactorRoute, mountDisableSecondFactor } from './me/disable-second-factor.ts'
import { endAllSessionsRoute, mountEndAllSessions } from './me/end-all-sessions.ts'
import { endOtherSessionsRoute, mountEndOtherSessions } from './me/end-other-sessions.ts'
import { endSessionRoute, mountEndSession } from './me/end-session.ts'
import { enrolSecondFactorRoute, mountEnrolSecondFactor } from './me/enrol-second-factor.ts'
import { listSessionsRoute, mountListSessions } from './me/list-sessions.ts'
import { renewRecoveryCodesRoute, mountRenewRecoveryCodes } from './me/renew-recovery-codes.ts'
import { showProfileRoute, mountShowProfile } from './me/show-profile.ts'
import { mountOpenApiDocument, openApiDocumentRoute } from './openapi-document.ts'
import { mountReadyz } from './readyz.ts'
import { mountReference, referenceRoute } from './reference.ts'
import { mountSearch, searchRoute } from './search.ts'
import { mountSetup, setupRoute } from './setup.ts'
import { confirmEnrolmentRoute, mountConfirmEnrolment } from './sign-in/confirm-enrolment.ts'
import { refreshSessionRoute, mountRefreshSession } from './sign-in/refresh-session.ts'
import { setForcedPasswordRoute, mountSetForcedPassword } from './sign-in/set-forced-password.ts'
import { signInRoute, mountSignIn } from './sign-in/sign-in.ts'
import { signInOptionsRoute, mountSignInOptions } from './sign-in/sign-in-options.ts'
import { signOutRoute, mountSignOut } from './sign-in/sign-out.ts'
import { startEnrolmentRoute, mountStartEnrolment } from './sign-in/start-enrolment.ts'
import { verifySecondFactorRoute, mountVerifySecondFactor } from './sign-in/verify-second-factor.ts'

/** The operations of the public contract, in the order in which the reference shows them. */
export const publicRoutes = [searchRoute, openApiDocumentRoute, referenceRoute] as const

/** The operations of Ken's own console: signing in, and what belongs to who is signed in. */
export const consoleRoutes = [
  setupRoute,
  signInOptionsRoute,
  signInRoute,
  verifySecondFactorRoute,
  setForcedPasswordRoute,
  startEnrolmentRoute,
  confirmEnrolmentRoute,
  refreshSessionRoute,
  signOutRoute,
  changePasswordRoute,
  showProfileRoute,
  enrolSecondFactorRoute,
  confirmSecondFactorRoute,
  disableSecondFactorRoute,
  renewRecoveryCodesRoute,
  listSessionsRoute,
  endSessionRoute,
  endOtherSessionsRoute,
  endAllSessionsRoute,
] as const

/** The public contract, for programs and for people. */
export type Contract = { readonly document: { readonly openapi: string }; readonly reference: Markup }

/** Every route there is. */
export function mountRoutes(app: SurfaceApp, surface: Surface, { document, reference }: Contract): void {
  mountSearch(app, surface)
  mountOpenApiDocument(app, document)
  mountReference(app, reference)
  mountSetup(app, surface)
  mountSignInOptions(app, surface)
  mountSignIn(app, surface)
  mountVerifySecondFactor(app, surface)
  mountSetForcedPassword(app, surface)
  mountStartEnrolment(app, surface)
  mountConfirmEnrolment(app, surface)
  mountRefreshSession(app, surface)
  mountSignOut(app, surface)
  mountChangePassword(app, surface)
  mountShowProfile(app, surface)
  mountEnrolSecondFactor(app, surface)
  mountConfirmSecondFactor(app, surface)
  mountDisableSecondFactor(app, surface)
  mountRenewRecoveryCodes(app, surface)
  mountListSessions(app, surface)
  mountEndSession(app, surface)
  mountEndOtherSessions(app, surface)
  mountEndAllSessions(app, surface)
  mountLanding(app, surface)
  mountAssets(app)
  mountHealthz(app)
  mountReadyz(app, surface)
}
