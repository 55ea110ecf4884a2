import type { IncomingMessage } from 'node:http'

/** A body, or why there is none: it exceeds the cap, or its sender gave up. */
export type ReadBody = Buffer | 'too_large' | 'incomplete'

/**
 * Reads a body of at most `bytesMax`, believing what arrives and not what was announced: nothing
 * beyond the cap is ever kept (R76). Listens to the socket's stream where there is one, which costs a
 * fraction of a web stream.
 */
export async function readBody(request: Request, incoming: IncomingMessage | undefined, bytesMax: number): Promise<ReadBody> {
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) return 'too_large'
  if (incoming !== undefined) return readIncoming(incoming, bytesMax)
  return readStream(request.body ?? [], bytesMax)
}

async function readStream(stream: AsyncIterable<Uint8Array> | readonly Uint8Array[], bytesMax: number): Promise<ReadBody> {
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
    const onEnd = () => settle(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks))
    const onClose = () => settle('incomplete')
    const settle = (outcome: ReadBody) => {
      incoming.off('data', onData).off('end', onEnd).off('error', onClose).off('close', onClose)
      resolve(outcome)
    }
    // Whoever left before we came to read says nothing any more, not even that.
    if (incoming.destroyed) settle('incomplete')
    else incoming.on('data', onData).on('end', onEnd).on('error', onClose).on('close', onClose)
  })
}
