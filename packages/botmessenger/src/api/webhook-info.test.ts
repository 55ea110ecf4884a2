import { expect, it } from 'vitest'
import { openMessengerForTest } from '../testing/messenger-world.ts'
import { findWebhook } from './webhook-info.ts'

const errors = [
  ['Connection refused', 'refused'],
  ['Connection timed out', 'timed_out'],
  ['Read timeout expired', 'timed_out'],
  ['Failed to resolve host: Name or service not known', 'unresolved'],
  ['SSL error {error:0A000086:SSL routines::certificate verify failed}', 'certificate'],
  ['Wrong response from the webhook: 404 Not Found', 'not_found'],
  ['Wrong response from the webhook: 302 Moved Temporarily', 'redirected'],
  ['Wrong response from the webhook: 503 Service Unavailable', 'unavailable'],
  ['Wrong response from the webhook: 401 Unauthorized', 'other'],
  ['canary', 'other'],
] as const

it.for(errors)('reads %s as %s, and keeps nothing of the text', async ([message, error]) => {
  const { double, transport, server } = await openMessengerForTest()
  double.world.lastWebhookError = { at: 1_700_000_000_000, message }
  const info = await findWebhook(transport, server)
  expect(info).toEqual({ url: '', pendingUpdates: 0, errorSecond: 1_700_000_000, error })
})

it.for([
  [{ url: 'https://a.test/' }, { url: 'https://a.test/', pendingUpdates: 0, errorSecond: null }],
  [
    { url: '', pending_update_count: -1, last_error_date: 1e300, last_error_message: 'timeout' },
    { url: '', pendingUpdates: 0, errorSecond: null },
  ],
  [
    { url: '', last_error_date: 1, last_error_message: {} },
    { errorSecond: 1, error: 'other' },
  ],
] as const)('reads %j as far as it is well-formed', async ([result, info]) => {
  const { double, transport, server } = await openMessengerForTest()
  double.behaveOnce('getWebhookInfo', { json: { ok: true, result } })
  expect(await findWebhook(transport, server)).toMatchObject({ error: null, ...info })
})

it.for([{}, { url: 1 }, [], null])('refuses %j', async (result) => {
  const { double, transport, server } = await openMessengerForTest()
  double.behaveOnce('getWebhookInfo', { json: { ok: true, result } })
  await expect(findWebhook(transport, server)).rejects.toMatchObject({ fault: 'not_telegram' })
})
