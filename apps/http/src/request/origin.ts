import type { Origin, SignInDevice } from '@ken/core'
import type { Surface, SurfaceContext } from '../surface.ts'
import { deviceLabel } from './device-label.ts'

/** Where a request comes from. */
export const originOf = (context: SurfaceContext): Origin => ({
  address: context.get('address'),
  requestId: context.get('requestId'),
})

/** The browser or program that signs in. */
export const deviceOf = (
  context: SurfaceContext,
  { deviceCookie, refreshCookie }: Pick<Surface, 'deviceCookie' | 'refreshCookie'>,
): SignInDevice => ({
  origin: originOf(context),
  device: deviceLabel(context.req.header('user-agent')),
  previousRefreshToken: refreshCookie.read(context),
  deviceToken: deviceCookie.read(context),
})
