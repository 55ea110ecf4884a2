import { readVectors } from './embeddings-answer.ts'
import { EmbedderFailure, networkFailure, statusFailure } from './embedder-failure.ts'

/** Where and as whom to ask for embeddings of which model. */
export type EmbeddingsEndpoint = { readonly url: URL; readonly model: string; readonly headers: Readonly<Record<string, string>> }

const bodyBytesMax = 8 * 1024 * 1024

/** Checks the options that no request could be made with. Its errors do not show them: both may hold a secret. */
export function embeddingsEndpoint(options: {
  readonly url: string
  readonly model: string
  readonly key: string | null
}): EmbeddingsEndpoint {
  const { model, key } = options
  const url = URL.parse(options.url)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error('The address of the embedder is no http or https URL.')
  if (url.username || url.password)
    throw new Error('The address of the embedder has a user or password in it: give the key by itself.')
  if (key !== null && !/^[\x21-\x7e]+$/.test(key))
    throw new Error('The key of the embedder has a space, a line break or another sign that no header may carry.')
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/embeddings`
  return { url, model, headers: { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) } }
}

/**
 * One exchange: the vectors of the texts, in their order. Throws `EmbedderFailure` for everything that goes wrong, the
 * end of the time included, which runs until the last byte of the body.
 */
export async function requestEmbeddings(
  endpoint: EmbeddingsEndpoint,
  texts: readonly string[],
  timeoutMs: number,
): Promise<number[][]> {
  const { url, model, headers } = endpoint
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
      // Following would carry the texts and the key to an address that nobody configured.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw statusFailure(response.status)
    }
    return readVectors(await readBody(response), texts.length)
  } catch (error) {
    throw error instanceof EmbedderFailure ? error : networkFailure(error, timeoutMs)
  }
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bodyBytesMax) throw new EmbedderFailure(`it answered with more than ${bodyBytesMax / 1024 / 1024} MiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
