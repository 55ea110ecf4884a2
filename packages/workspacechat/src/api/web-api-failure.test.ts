import { OutboundFailure } from '@ken/outbound'
import { describe, expect, it } from 'vitest'
import { knownFailure, WebApiFailure, WebApiRefusal } from './web-api-failure.ts'

describe('knownFailure', () => {
  it.for([
    [new WebApiFailure('token_refused', 7), { fault: 'token_refused', retryAfterSeconds: 7 }],
    [new WebApiRefusal('is_archived'), { fault: 'not_slack', retryAfterSeconds: null }],
    // As a socket to a forbidden address throws it.
    [
      new OutboundFailure('address_forbidden'),
      { fault: 'address_forbidden', retryAfterSeconds: null },
    ],
  ] as const)('knows %s', ([error, failure]) => {
    expect(knownFailure(error)).toMatchObject(failure)
  })

  it('knows no other error', () => {
    expect(knownFailure(new Error('a defect'))).toBeNull()
  })
})
