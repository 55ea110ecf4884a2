import type { Origin, SignInDevice } from '@ken/core'
import type { RefreshCookie } from '../security/refresh-cookie.ts'
import type { SurfaceContext } from '../surface.ts'
import { deviceLabel } from './device-label.ts'

/** Where a request comes from. */
export const originOf = (context: SurfaceContext): Origin => ({
  address: context.get('address'),
  requestId: context.get('requestId'),
})

/** The browser or program that signs in. */
export const deviceOf = (context: SurfaceContext, cookie: RefreshCookie): SignInDevice => ({
  origin: originOf(context),
  device: deviceLabel(context.req.header('user-agent')),
  previousRefreshToken: cookie.read(context),
})
