import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../../packages/http/assets/tokens.css', import.meta.url), 'utf8')
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/** The colours of a theme by token, such as `ink`. */
const coloursOf = (theme: Theme): ReadonlyMap<string, string> =>
  new Map(
    [...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)].map(
      ([, token = '', light = '', dark = '']) => [token, theme === 'light' ? light : dark],
    ),
  )

/** Relative luminance of WCAG 2.2. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter! + 0.05) / (darker! + 0.05)
}

const grounds = ['ground', 'surface', 'sunken', 'accent-soft', 'caution-soft', 'fault-soft']
const texts = ['ink', 'quiet', 'accent', 'good', 'caution', 'fault', 'info']

describe.each(themes)('the colours of the %s theme', (theme) => {
  const colours = coloursOf(theme)
  const of = (token: string) => colours.get(token) ?? ''

  it('are all there', () => {
    expect(colours.size).toBe(17)
  })

  it.each(texts)('can be read as text on each ground: %s', (text) => {
    for (const ground of grounds)
      expect([ground, contrast(of(text), of(ground)) >= 4.5]).toEqual([ground, true])
  })

  it('can be read on buttons and on marks', () => {
    expect(contrast(of('on-accent'), of('accent'))).toBeGreaterThan(4.5)
    expect(contrast(of('on-accent'), of('fault'))).toBeGreaterThan(4.5)
    expect(contrast(of('ink'), of('mark'))).toBeGreaterThan(4.5)
  })

  it('show edges and the focus', () => {
    for (const ground of ['ground', 'surface', 'sunken']) {
      expect(contrast(of('edge'), of(ground))).toBeGreaterThanOrEqual(3)
      expect(contrast(of('accent'), of(ground))).toBeGreaterThanOrEqual(3)
    }
  })
})
