import { expect, it } from 'vitest'
import { modelSlotLimits, perPersonMax } from './answer-limits.ts'

it.each([
  { slots: 8, ofOnePerson: 4 },
  { slots: 17, ofOnePerson: 8 },
  { slots: 2, ofOnePerson: 4 },
])(
  'R234 lets one person ask $ofOnePerson questions at a time of $slots slots',
  ({ slots, ofOnePerson }) => {
    expect(perPersonMax({ ...modelSlotLimits, runningMax: slots })).toBe(ofOnePerson)
  },
)
