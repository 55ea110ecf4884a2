import { describe, expect, it } from 'vitest'
import { deviceLabel } from './device-label.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('the label of a device', () => {
  it.each([
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/140.0.0.0 Mobile Safari/537.36`],
    [
      'Microsoft Edge on Windows',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    ],
    [
      'Safari on iOS',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    ],
    ['curl', 'curl/8.5.0'],
    ['node', 'node'],
    ['Unknown device', undefined],
    ['Unknown device', ' '],
  ])('is %s', (label, userAgent) => {
    expect(deviceLabel(userAgent)).toBe(label)
  })

  it('R75 is short and cheap whatever a client sends', () => {
    const blanks = ' '.repeat(15_000)
    const startedAt = performance.now()
    for (const hostile of [
      'x'.repeat(16_000),
      `Mozilla/5.0 (${blanks}`,
      `a/${'('.repeat(15_000)}`,
      'Version/'.repeat(2_000),
      '\u0000/1',
    ])
      expect(deviceLabel(hostile).length).toBeLessThanOrEqual(500)
    expect(performance.now() - startedAt).toBeLessThan(100)
  })
})
