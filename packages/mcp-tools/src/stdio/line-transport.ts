import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  ProtocolErrorCode,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server'
import type { Readable, Writable } from 'node:stream'
import { boundedLines } from './bounded-lines.ts'

/** The streams of a process. */
export type Streams = { readonly stdin: Readable; readonly stdout: Writable }

/** A message of a client is small. */
const lineBytesMax = 1_048_576

/**
 * The transport of one client that writes a message per line. A line that is no message is answered with an error of
 * JSON-RPC and skipped. `finished` resolves once the input has ended and every request is answered or cancelled, or
 * when no one reads the output.
 */
export function lineTransport({ stdin, stdout }: Streams): Transport & {
  readonly finished: Promise<void>
} {
  const finishing = Promise.withResolvers<void>()
  const waiting = new Set<unknown>()
  let hasEnded = false
  const settle = (id: unknown): void => {
    waiting.delete(id)
    if (hasEnded && waiting.size === 0) finishing.resolve()
  }
  const write = (message: object): Promise<void> =>
    new Promise((resolve) => {
      // A failure ends the connection by the event of the stream.
      stdout.write(`${JSON.stringify(message)}\n`, () => resolve())
    })
  const refuse = (code: number, message: string, id: unknown = null): void =>
    void write({ jsonrpc: '2.0', id, error: { code, message } })

  const take = (message: JSONRPCMessage): void => {
    if (isJSONRPCRequest(message)) waiting.add(message.id)
    transport.onmessage?.(message)
    if (isCancellation(message)) settle(message.params?.['requestId'])
  }
  const lines = boundedLines(lineBytesMax, {
    line(text) {
      if (text.trim() === '') return
      const parsed = parsedLine(text)
      if ('fault' in parsed) refuse(...parsed.fault)
      else if (parsed.message !== null) take(parsed.message)
    },
    tooLong: () =>
      refuse(
        ProtocolErrorCode.InvalidRequest,
        `The line is longer than ${lineBytesMax.toLocaleString('en')} bytes. Send a shorter message.`,
      ),
  })
  const end = (): void => {
    lines.end()
    hasEnded = true
    settle(null)
  }

  const transport: Transport = {
    async start() {
      stdin.on('data', lines.read).once('end', end).once('close', end).once('error', end)
      stdout.on('error', finishing.resolve).once('close', finishing.resolve)
    },
    async send(message) {
      await write(message)
      if (isJSONRPCResponse(message)) settle(message.id)
    },
    async close() {
      stdin.off('data', lines.read).pause()
      transport.onclose?.()
    },
  }
  return Object.assign(transport, { finished: finishing.promise })
}

type Fault = readonly [code: number, message: string, id?: unknown]

/** The message in a line; null for what is not answered, such as an error of the client. */
function parsedLine(
  text: string,
): { readonly message: JSONRPCMessage | null } | { readonly fault: Fault } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: [ProtocolErrorCode.ParseError, 'The line is not JSON.'] }
  }
  const { InvalidRequest } = ProtocolErrorCode
  if (Array.isArray(value))
    return { fault: [InvalidRequest, 'Send one JSON-RPC message per line, not an array.'] }
  if (isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value))
    return { message: value }
  const object = typeof value === 'object' && value !== null ? value : {}
  if ('result' in object || 'error' in object) return { message: null }
  const id = 'id' in object && isId(object.id) ? object.id : null
  return { fault: [InvalidRequest, 'The line is not a JSON-RPC message.', id] }
}

const isId = (value: unknown): boolean => typeof value === 'string' || Number.isSafeInteger(value)

const isCancellation = (
  message: JSONRPCMessage,
): message is JSONRPCMessage & { params?: Record<string, unknown> } =>
  'method' in message && message.method === 'notifications/cancelled'
