import { processorMsOf } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { deviceLabel } from './device-label.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('the label of a device', () => {
  it.each([
    {
      label: 'Firefox on Linux',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
    {
      label: 'Chrome on Android',
      userAgent: `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/140.0.0.0 Mobile Safari/537.36`,
    },
    {
      label: 'Microsoft Edge on Windows',
      userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    },
    {
      label: 'Safari on iOS',
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    },
    { label: 'curl', userAgent: 'curl/8.5.0' },
    { label: 'node', userAgent: 'node' },
    { label: 'Unknown device', userAgent: undefined },
    { label: 'Unknown device', userAgent: ' ' },
  ])('is $label', ({ label, userAgent }) => {
    expect(deviceLabel(userAgent)).toBe(label)
  })

  it('R75 is short and cheap for any header', async () => {
    const blanks = ' '.repeat(15_000)
    const spent = await processorMsOf(() => {
      for (const hostile of [
        'x'.repeat(16_000),
        `Mozilla/5.0 (${blanks}`,
        `a/${'('.repeat(15_000)}`,
        'Version/'.repeat(2_000),
        '\u0000/1',
      ])
        expect(deviceLabel(hostile).length).toBeLessThanOrEqual(500)
    })
    expect(spent).toBeLessThan(100)
  })
})
