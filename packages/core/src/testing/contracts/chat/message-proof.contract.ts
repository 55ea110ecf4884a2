import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Fields = { [key: string]: Json }
export type Mutation = (event: Fields) => void

export const anyJson = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json> // What JSON can hold.
export const absentOr = (values: fc.Arbitrary<Json>): fc.Arbitrary<Json | undefined> =>
  fc.option(values, { nil: undefined })
export const otherThan = (...values: readonly Json[]): fc.Arbitrary<Json> =>
  anyJson.filter((json) => !values.some((value) => JSON.stringify(json) === JSON.stringify(value)))
/** Any JSON but a text of this form, which could be right by chance. */
export const unlike = (form: RegExp): fc.Arbitrary<Json> =>
  anyJson.filter((json) => typeof json !== 'string' || !form.test(json))

/** Sets a field below the event to a value, or removes it. */
export const spoil = (
  path: readonly string[],
  values: fc.Arbitrary<Json | undefined>,
): fc.Arbitrary<Mutation> =>
  values.map((value): Mutation => (event) => {
    let target: Json | undefined = event
    for (const name of path.slice(0, -1)) target = (target as Fields | undefined)?.[name] // Checked below.
    if (typeof target !== 'object' || target === null || Array.isArray(target)) return
    if (value === undefined) delete target[path.at(-1) ?? '']
    else target[path.at(-1) ?? ''] = value
  })

type MessageProof = {
  /** An event of the platform with the message of a person. */
  readonly anEvent: () => object
  /** The same event with something else in place of the message. */
  readonly anEventWith: (message: Json) => object
  readonly isAccepted: (event: unknown) => boolean
  /** Each of these alone must cause a message to be dropped. */
  readonly fatal: fc.Arbitrary<Mutation>
  /** None of these changes what a message of a person is. */
  readonly harmless: fc.Arbitrary<Mutation>
}

/** The rules by which a platform's adapter recognizes the message of a person, on 8,000 mutated events. */
export function messageProofContract(
  platform: string,
  { anEvent, anEventWith, isAccepted, fatal, harmless }: MessageProof,
): void {
  const mutated = (mutations: readonly Mutation[]): unknown => {
    const event = JSON.parse(JSON.stringify(anEvent())) as Fields // A copy.
    for (const mutate of mutations) mutate(event)
    return event
  }
  const harmlessChanges = fc.array(harmless, { maxLength: 5 })

  describe(`R218 message proof: ${platform}, with 8,000 mutated events`, () => {
    it('accepts none with one fatal change, with any harmless changes', () => {
      fc.assert(
        fc.property(harmlessChanges, fatal, (others, fault) => {
          expect(isAccepted(mutated([...others, fault]))).toBe(false)
        }),
        { numRuns: 5_000 },
      )
    })

    it('accepts every one with only harmless changes', () => {
      fc.assert(
        fc.property(harmlessChanges, (mutations) => {
          expect(isAccepted(mutated(mutations))).toBe(true)
        }),
        { numRuns: 1_000 },
      )
    })

    it('accepts no other JSON, and never throws', () => {
      fc.assert(
        fc.property(anyJson, (json) => {
          expect(isAccepted(json)).toBe(false)
          expect(isAccepted(anEventWith(json))).toBe(false)
        }),
        { numRuns: 2_000 },
      )
    })
  })
}
