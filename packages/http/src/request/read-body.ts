import type { IncomingMessage, ServerResponse } from 'node:http'

/** A body, or why there is none: it exceeds the limit, or the client disconnected. */
export type ReadBody = Buffer | 'too_large' | 'incomplete'

/** The portal in which Ken is mounted has read the body, so that nothing of it is left. */
export class BodyReadBefore extends Error {
  override readonly name = 'BodyReadBefore'
  readonly remedy = 'The portal has read the body of this request. Mount Ken before body parsers.'
}

const known = new WeakMap<Request, Buffer>()

/** Notes the body of an internal request, which then needs no stream. No client can send such a note. */
export const noteBody = (request: Request, body: string): void =>
  void known.set(request, Buffer.from(body))

const withheld = new WeakMap<IncomingMessage, ServerResponse>()

/** Notes that the client sends its body only when it is asked to (`Expect: 100-continue`), or after a while. */
export const noteWithheldBody = (incoming: IncomingMessage, outgoing: ServerResponse): void =>
  void withheld.set(incoming, outgoing)

export const isBodyWithheld = (incoming: IncomingMessage): boolean => withheld.has(incoming)

/**
 * Reads a body of at most `bytesMax`. Counts the bytes that arrive, regardless of `Content-Length`, and keeps none
 * beyond the limit. Reads from the socket's stream if there is one, which costs a fraction of a web stream. Throws
 * `BodyReadBefore`.
 */
export async function readBody(
  request: Request,
  incoming: IncomingMessage | undefined,
  bytesMax: number,
): Promise<ReadBody> {
  const noted = known.get(request)
  if (noted !== undefined) return noted.length > bytesMax ? 'too_large' : noted
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) return 'too_large'
  if (incoming === undefined ? request.bodyUsed : hasBody(incoming) && incoming.readableDidRead)
    throw new BodyReadBefore()
  if (incoming === undefined) return readStream(request.body ?? [], bytesMax)
  if (hasBody(incoming)) {
    withheld.get(incoming)?.writeContinue()
    withheld.delete(incoming)
    return readIncoming(incoming, bytesMax)
  }
  incoming.resume() // A stream that is still open at the end of the response costs two timers.
  return Buffer.alloc(0)
}

/** Returns whether the headers announce a body (RFC 9112, section 6.3). */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

async function readStream(
  stream: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  bytesMax: number,
): Promise<ReadBody> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of stream) {
      bytes += chunk.length
      if (bytes > bytesMax) return 'too_large'
      chunks.push(chunk)
    }
  } catch {
    return 'incomplete'
  }
  return Buffer.concat(chunks)
}

function readIncoming(incoming: IncomingMessage, bytesMax: number): Promise<ReadBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= bytesMax) chunks.push(chunk)
      else settle('too_large')
    }
    const onEnd = () =>
      settle(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks))
    const onClose = () => settle('incomplete')
    const settle = (outcome: ReadBody) => {
      incoming.off('data', onData).off('end', onEnd).off('error', onClose).off('close', onClose)
      resolve(outcome)
    }
    // A client that has already disconnected emits no further event.
    if (incoming.destroyed) settle('incomplete')
    else incoming.on('data', onData).on('end', onEnd).on('error', onClose).on('close', onClose)
  })
}
