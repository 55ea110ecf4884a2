import { ModelFailure, networkFailure, statusFailure } from './model-failure.ts'

/** Where a model is, and as whom to ask it. */
export type ModelEndpoint = { readonly baseUrl: string; readonly headers: Readonly<Record<string, string>> }

const bodyBytesMax = 8 * 1024 * 1024

/** Checks the options that no request could be made with. Its errors do not show them: both may hold a secret. */
export function modelEndpoint(name: string, { url, key }: { readonly url: string; readonly key: string | null }): ModelEndpoint {
  const base = URL.parse(url)
  if (base === null || !/^https?:$/.test(base.protocol)) throw new Error(`The address of the ${name} is no http or https URL.`)
  if (base.username || base.password)
    throw new Error(`The address of the ${name} has a user or password in it: give the key by itself.`)
  if (key !== null && !/^[\x21-\x7e]+$/.test(key))
    throw new Error(`The key of the ${name} has a space, a line break or another sign that no header may carry.`)
  base.pathname = base.pathname.replace(/\/+$/, '')
  const headers = { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) }
  return { baseUrl: base.href.replace(/\/$/, ''), headers }
}

/**
 * One exchange: the whole body of the answer. Throws `ModelFailure` for everything that goes wrong, the end of the time
 * included, which runs until the last byte.
 */
export async function exchange(
  { baseUrl, headers }: ModelEndpoint,
  path: string,
  json: string,
  timeoutMs: number,
): Promise<string> {
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers,
      body: json,
      // Following would carry the texts and the key to an address that nobody configured.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw statusFailure(response.status)
    }
    return await readBody(response)
  } catch (error) {
    throw error instanceof ModelFailure ? error : networkFailure(error, timeoutMs)
  }
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bodyBytesMax) throw new ModelFailure(`it answered with more than ${bodyBytesMax / 1024 / 1024} MiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
