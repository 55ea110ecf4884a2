import { fieldsOf } from '@ken/outbound'
import { WebApiFailure, WebApiRefusal } from './web-api-failure.ts'
import { callWebApi, type Transport } from './web-api.ts'

/**
 * Asks for the address of a new socket, which one connection may use. Throws as `callWebApi` does, with
 * `app_token_refused` for a token that may not do this, for any reason, and `not_slack` for an address elsewhere.
 */
export async function newSocketAddress(
  transport: Transport,
  appToken: string,
  limits: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
): Promise<URL> {
  try {
    const call = { method: 'apps.connections.open', token: appToken, ...limits }
    const { url } = fieldsOf((await callWebApi(transport, call)).fields)
    const address = typeof url === 'string' ? socketAddress(transport.apiUrl, url) : null
    if (address === null) throw new WebApiFailure('not_slack')
    return address
  } catch (error) {
    const isRefused =
      error instanceof WebApiRefusal ||
      (error instanceof WebApiFailure && ['token_refused', 'scope_missing'].includes(error.fault))
    throw isRefused ? new WebApiFailure('app_token_refused') : error
  }
}

/**
 * The address if it may be connected to: Slack's over TLS, or the host of the configured Web API, with TLS if that has it.
 * Null for every other, so that a response cannot send messages and people elsewhere.
 */
export function socketAddress(apiUrl: URL, text: string): URL | null {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return null
  const isSlack = url.protocol === 'wss:' && url.port === '' && url.hostname.endsWith('.slack.com')
  const isConfigured =
    url.host === apiUrl.host &&
    (url.protocol === 'wss:' || (url.protocol === 'ws:' && apiUrl.protocol === 'http:'))
  return isSlack || isConfigured ? url : null
}
