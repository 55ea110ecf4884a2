import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  admissionSeconds,
  admittedPostsMax,
  isAdmissible,
  postAgeSecondsMax,
  postRetentionSeconds,
} from './chat-post.ts'

const span = admissionSeconds * 1_000
const at = (milliseconds: number) => new Date(Date.UTC(2030, 0, 1) + milliseconds)
const busiest = (times: readonly Date[]): number =>
  Math.max(
    0,
    ...times.map(
      (from) =>
        times.filter((time) => time >= from && time.getTime() < from.getTime() + span).length,
    ),
  )

/** The admitted posts, if they arrive in this order. */
function admittedOf(posts: readonly Date[]): readonly Date[] {
  const admitted: Date[] = []
  for (const postedAt of posts)
    if (isAdmissible(postedAt, admitted, admittedPostsMax)) admitted.push(postedAt)
  return admitted
}

describe('isAdmissible', () => {
  it('admits ten posts per minute, and the eleventh when the first is a minute old', () => {
    const tenAtOnce = Array.from({ length: admittedPostsMax }, () => at(0))
    expect(admittedOf(tenAtOnce)).toHaveLength(admittedPostsMax)
    expect(isAdmissible(at(0), tenAtOnce, admittedPostsMax)).toBe(false)
    expect(isAdmissible(at(span - 1), tenAtOnce, admittedPostsMax)).toBe(false)
    expect(isAdmissible(at(span), tenAtOnce, admittedPostsMax)).toBe(true)
    // A late post counts too.
    expect(isAdmissible(at(1 - span), tenAtOnce, admittedPostsMax)).toBe(false)
    expect(isAdmissible(at(-span), tenAtOnce, admittedPostsMax)).toBe(true)
  })

  it('never admits more in a minute, and never refuses one within the limit, in any order of arrival', () => {
    const posts = fc.array(fc.integer({ min: 0, max: 4 * span }).map(at), { maxLength: 60 })
    fc.assert(
      fc.property(posts, (times) => {
        const admitted: Date[] = []
        for (const postedAt of times) {
          const isAdmitted = isAdmissible(postedAt, admitted, admittedPostsMax)
          expect(isAdmitted).toBe(busiest([...admitted, postedAt]) <= admittedPostsMax)
          if (isAdmitted) admitted.push(postedAt)
        }
      }),
    )
  })
})

it('R69 remembers a post for longer than it may be answered', () => {
  expect(postRetentionSeconds).toBeGreaterThan(postAgeSecondsMax)
})
