import type { z } from '@hono/zod-openapi'
import type { KenClient } from '@ken/client'
import type { Linked, SurfaceClient } from '@ken/client/surface'
import { expectTypeOf, it } from 'vitest'
import type { changePasswordRoute } from './routes/me/change-password.ts'
import type { confirmSecondFactorRoute } from './routes/me/confirm-second-factor.ts'
import type { disableSecondFactorRoute } from './routes/me/disable-second-factor.ts'
import type { enrolSecondFactorRoute } from './routes/me/enrol-second-factor.ts'
import type { listSessionsRoute } from './routes/me/list-sessions.ts'
import type { renewRecoveryCodesRoute } from './routes/me/renew-recovery-codes.ts'
import type { showProfileRoute } from './routes/me/show-profile.ts'
import type { setupRoute } from './routes/setup.ts'
import type { acceptInvitationRoute } from './routes/sign-in/accept-invitation.ts'
import type { confirmEnrolmentRoute } from './routes/sign-in/confirm-enrolment.ts'
import type { previewInvitationRoute } from './routes/sign-in/preview-invitation.ts'
import type { setForcedPasswordRoute } from './routes/sign-in/set-forced-password.ts'
import type { signInOptionsRoute } from './routes/sign-in/sign-in-options.ts'
import type { signInRoute } from './routes/sign-in/sign-in.ts'
import type { startEnrolmentRoute } from './routes/sign-in/start-enrolment.ts'
import type { verifySecondFactorRoute } from './routes/sign-in/verify-second-factor.ts'
import type { redeemLinkCodeRoute } from './routes/surfaces/redeem-link-code.ts'
import type { resolveIdentityRoute } from './routes/surfaces/resolve-identity.ts'

type Json<Schema extends z.ZodType = z.ZodType> = {
  readonly content: { readonly 'application/json': { readonly schema: Schema } }
}
/** The request body of a route. */
type Body<Route> = Route extends { readonly request: { readonly body: Json<infer Schema> } }
  ? z.input<Schema>
  : never
/** The body of the successful response of a route. */
type ResponseOf<Route> = Route extends {
  readonly responses: { readonly 200: Json<infer Schema> } | { readonly 201: Json<infer Schema> }
}
  ? z.output<Schema>
  : never

/** The parameter and the result of a client method. */
type Sent<Method extends (body: never) => unknown> = Parameters<Method>[0]
type Returned<Method extends (...body: never[]) => unknown> = Awaited<ReturnType<Method>>

it('the types of the client match the routes of the console', () => {
  expectTypeOf<Sent<KenClient['setUp']>>().toExtend<Body<typeof setupRoute>>()
  expectTypeOf<Sent<KenClient['previewInvitation']>>().toExtend<
    Body<typeof previewInvitationRoute>
  >()
  expectTypeOf<Sent<KenClient['acceptInvitation']>>().toExtend<Body<typeof acceptInvitationRoute>>()
  expectTypeOf<Sent<KenClient['signIn']>>().toExtend<Body<typeof signInRoute>>()
  expectTypeOf<Sent<KenClient['verifySecondFactor']>>().toExtend<
    Body<typeof verifySecondFactorRoute>
  >()
  expectTypeOf<Sent<KenClient['setForcedPassword']>>().toExtend<
    Body<typeof setForcedPasswordRoute>
  >()
  expectTypeOf<Sent<KenClient['startEnrolment']>>().toExtend<Body<typeof startEnrolmentRoute>>()
  expectTypeOf<Sent<KenClient['confirmEnrolment']>>().toExtend<Body<typeof confirmEnrolmentRoute>>()
  expectTypeOf<Sent<KenClient['changePassword']>>().toExtend<Body<typeof changePasswordRoute>>()
  expectTypeOf<Sent<KenClient['mfa']['confirm']>>().toExtend<
    Body<typeof confirmSecondFactorRoute>
  >()
  expectTypeOf<Sent<KenClient['mfa']['disable']>>().toExtend<
    Body<typeof disableSecondFactorRoute>
  >()
  expectTypeOf<Sent<KenClient['mfa']['renewRecoveryCodes']>>().toExtend<
    Body<typeof renewRecoveryCodesRoute>
  >()

  expectTypeOf<ResponseOf<typeof signInOptionsRoute>>().toExtend<Returned<KenClient['options']>>()
  expectTypeOf<ResponseOf<typeof setupRoute>>().toExtend<Returned<KenClient['setUp']>>()
  expectTypeOf<ResponseOf<typeof previewInvitationRoute>>().toExtend<
    Returned<KenClient['previewInvitation']>
  >()
  expectTypeOf<ResponseOf<typeof acceptInvitationRoute>>().toExtend<
    Returned<KenClient['acceptInvitation']>
  >()
  expectTypeOf<ResponseOf<typeof signInRoute>>().toExtend<Returned<KenClient['signIn']>>()
  expectTypeOf<ResponseOf<typeof verifySecondFactorRoute>>().toExtend<
    Returned<KenClient['verifySecondFactor']>
  >()
  expectTypeOf<ResponseOf<typeof setForcedPasswordRoute>>().toExtend<
    Returned<KenClient['setForcedPassword']>
  >()
  expectTypeOf<ResponseOf<typeof startEnrolmentRoute>>().toExtend<
    Returned<KenClient['startEnrolment']>
  >()
  expectTypeOf<ResponseOf<typeof confirmEnrolmentRoute>>().toExtend<
    Returned<KenClient['confirmEnrolment']>
  >()
  expectTypeOf<ResponseOf<typeof showProfileRoute>>().toExtend<Returned<KenClient['profile']>>()
  expectTypeOf<ResponseOf<typeof enrolSecondFactorRoute>>().toExtend<
    Returned<KenClient['mfa']['enrol']>
  >()
  expectTypeOf<ResponseOf<typeof confirmSecondFactorRoute>>().toExtend<
    Returned<KenClient['mfa']['confirm']>
  >()
  expectTypeOf<ResponseOf<typeof renewRecoveryCodesRoute>>().toExtend<
    Returned<KenClient['mfa']['renewRecoveryCodes']>
  >()
  expectTypeOf<ResponseOf<typeof listSessionsRoute>>().toExtend<
    Returned<KenClient['sessions']['list']>
  >()
})

it('the types of the client of surfaces match their routes', () => {
  type Named<Method extends keyof SurfaceClient> = { readonly external_id: string } & NonNullable<
    Parameters<SurfaceClient[Method]>[1]
  >
  expectTypeOf<Named<'link'>>().toExtend<Body<typeof redeemLinkCodeRoute>>()
  expectTypeOf<Named<'resolve'>>().toExtend<Body<typeof resolveIdentityRoute>>()
  expectTypeOf<ResponseOf<typeof redeemLinkCodeRoute>>().toExtend<Linked>()
  expectTypeOf<ResponseOf<typeof resolveIdentityRoute>>().toExtend<Linked>()
})
