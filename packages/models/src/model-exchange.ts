import { boundedFetch, outboundFailure } from '@ken/outbound'
import { networkFailure, statusFailure } from './model-failure.ts'

/** The address of a model server, and the headers that every request to it has. */
export type ModelEndpoint = {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
}

const bodyBytesMax = 8 * 1024 * 1024

/** Checks address and key. Its errors do not show them: both may hold a secret. */
export function modelEndpoint(
  name: string,
  { url, key }: { readonly url: string; readonly key: string | null },
): ModelEndpoint {
  const base = URL.parse(url)
  if (base === null || !/^https?:$/.test(base.protocol))
    throw new Error(`The address of the ${name} is not an http or https URL.`)
  if (base.username || base.password)
    throw new Error(
      `The address of the ${name} contains a user or password: set the key separately.`,
    )
  if (key !== null && !/^[\x21-\x7e]+$/.test(key))
    throw new Error(
      `The key of the ${name} has a space, a line break or another character that a header cannot carry.`,
    )
  base.pathname = base.pathname.replace(/\/+$/, '')
  const headers = {
    'content-type': 'application/json',
    ...(key !== null && { authorization: `Bearer ${key}` }),
  }
  return { baseUrl: base.href.replace(/\/$/, ''), headers }
}

/**
 * Sends one request and returns the body of the response. Throws `ModelFailure` for everything that goes wrong; the time
 * limit runs until the last byte. Follows no redirect, which would carry the texts and the key to another address.
 */
export async function exchange(
  { baseUrl, headers }: ModelEndpoint,
  path: string,
  json: string,
  timeoutMs: number,
): Promise<string> {
  const response = await boundedFetch({
    url: new URL(`${baseUrl}${path}`),
    method: 'POST',
    headers,
    body: json,
    timeoutMs,
    bodyBytesMax,
    readsErrorBody: false,
    // Only the operator sets the address.
    guard: null,
  }).catch((error: unknown) => {
    throw networkFailure(outboundFailure(error), { timeoutMs, bodyBytesMax })
  })
  if (response.status < 200 || response.status >= 300) throw statusFailure(response.status)
  return response.text
}
