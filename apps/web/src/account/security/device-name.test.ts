import { expect, it } from 'vitest'
import { messages as de } from '../messages.de.ts'
import { messages as en } from '../messages.en.ts'
import { deviceName } from './device-name.ts'

it.each([
  ['Chrome on Linux', 'Chrome on Linux', 'Chrome unter Linux'],
  ['Chrome on Chrome OS', 'Chrome on Chrome OS', 'Chrome unter Chrome OS'],
  ['curl', 'curl', 'curl'],
  ['Unknown device', 'Unknown device', 'Unbekanntes Gerät'],
])('calls %s %s and %s', (label, english, german) => {
  expect([deviceName(label, en), deviceName(label, de)]).toEqual([english, german])
})
