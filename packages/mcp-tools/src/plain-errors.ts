import {
  ProtocolErrorCode,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server'

/** A message with more faults is still refused, with the first of them. */
const faultsMax = 5

/**
 * Has a transport say which parameter of a message is wrong. The SDK sends the report of its validator as a text of
 * JSON instead, and mostly as an internal error.
 */
export function withPlainErrors(transport: Transport): Transport {
  const send = transport.send.bind(transport)
  transport.send = (message, options) => send(plain(message), options)
  return transport
}

function plain(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message
  const faults = faultsIn(message.error.message)
  if (faults === null) return message
  const text = `Invalid params: ${faults.slice(0, faultsMax).map(faultText).join('; ')}`
  return { ...message, error: { code: ProtocolErrorCode.InvalidParams, message: text } }
}

type Fault = { readonly path: readonly (string | number)[]; readonly message: string }

/** The report of the validator, which the SDK may have introduced with some words. */
function faultsIn(text: string): readonly Fault[] | null {
  const [, report] = /^(?:[^[\n]*: )?(\[\n {2}\{\n[^]*\])$/.exec(text) ?? []
  return report === undefined ? null : (JSON.parse(report) as readonly Fault[])
}

const faultText = ({ path, message }: Fault): string =>
  `${path.join('.')}: ${message.replace(/^Invalid input: /, '')}`
