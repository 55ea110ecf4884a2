import { describe, expect, it } from 'vitest'
import { OutboundFailure } from './outbound-failure.ts'
import { connectionFault, retryOf, ServerFailure } from './server-failure.ts'

class ChatFailure extends ServerFailure<'token_refused' | 'server_failing'> {}

describe('a failure of a server', () => {
  it('says which server and why, and nothing else', () => {
    const failure = new ChatFailure('The chat', { fault: 'server_failing', retryAfterSeconds: 7 })
    expect(failure).toMatchObject({
      name: 'ChatFailure',
      message: 'The chat failed: server_failing.',
      fault: 'server_failing',
      retryAfterSeconds: 7,
    })
    expect(retryOf(failure)).toEqual({ retryAfterSeconds: 7, cause: failure })
  })

  it('leaves open when to try again if the server does not say so', () => {
    const busy = new ChatFailure('The chat', { fault: 'server_failing', retryAfterSeconds: null })
    expect(retryOf(busy)).toEqual({ cause: busy })
    // The token may be replaced at any moment, and a server that starts refuses valid ones.
    const refused = new ChatFailure('The chat', { fault: 'token_refused', retryAfterSeconds: null })
    expect(retryOf(refused)).toEqual({ cause: refused })
  })
})

describe('connectionFault', () => {
  it.for([
    ['aborted', 'unreachable'],
    ['timed_out', 'unreachable'],
    ['unreachable', 'unreachable'],
    ['address_forbidden', 'address_forbidden'],
    ['certificate_untrusted', 'certificate_untrusted'],
    ['body_too_large', 'another_server'],
  ] as const)('%s is %s', ([fault, expected]) => {
    expect(connectionFault(new OutboundFailure(fault), 'another_server')).toBe(expected)
  })

  it('knows nothing of any other error but that there is no connection', () => {
    expect(connectionFault(new Error('secret.internal'), 'another_server')).toBe('unreachable')
  })
})
