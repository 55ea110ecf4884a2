import type { Origin, SignInDevice } from '@ken/core'
import type { Api } from '../api.ts'
import type { ApiContext } from '../api-context.ts'
import { deviceLabel } from './device-label.ts'

/** The origin of a request. */
export const originOf = (context: ApiContext): Origin => ({
  address: context.get('address'),
  requestId: context.get('requestId'),
})

/** The signing-in browser or program. */
export const deviceOf = (
  context: ApiContext,
  { deviceCookie, refreshCookie }: Pick<Api, 'deviceCookie' | 'refreshCookie'>,
): SignInDevice => ({
  origin: originOf(context),
  device: deviceLabel(context.req.header('user-agent')),
  previousRefreshToken: refreshCookie.read(context),
  deviceToken: deviceCookie.read(context),
})
