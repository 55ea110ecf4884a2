import { describe, expect, it } from 'vitest'
import { canonicalAddress, clientAddress } from './client-address.ts'

describe('R23 canonical addresses', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:0db8::0001', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1', '::1'],
    ['::', '::'],
  ])('writes %s as %s', (input, canonical) => {
    expect(canonicalAddress(input)).toBe(canonical)
  })

  it.each(['', 'unknown', '192.0.2.256', '192.0.2.01', '0x7f.1', '2130706433', '1.2.3', '[::1]', 'example.com', '::1::'])(
    'knows no address in "%s"',
    (input) => {
      expect(canonicalAddress(input)).toBeNull()
    },
  )
})

describe('R23 the client behind proxies', () => {
  const behind = clientAddress(['10.0.0.0/8', '2001:db8:1::/48', '192.0.2.7'])

  it('is the peer when no proxy is trusted, whatever the header says', () => {
    expect(clientAddress([])('198.51.100.1', '203.0.113.5')).toBe('198.51.100.1')
  })

  it('is the peer when the peer is not a trusted proxy', () => {
    expect(behind('198.51.100.1', '203.0.113.5')).toBe('198.51.100.1')
  })

  it.each([
    ['one hop', '203.0.113.5', '203.0.113.5'],
    ['a written-in entry on the left', '1.1.1.1, 203.0.113.5', '203.0.113.5'],
    ['trusted hops on the right', '1.1.1.1, 203.0.113.5, 10.9.9.9,192.0.2.7', '203.0.113.5'],
    ['trusted hops only', '10.1.1.1, 10.2.2.2', '10.1.1.1'],
    ['IPv6 in another spelling', '2001:DB8:0002::0001', '2001:db8:2::1'],
    ['a trusted IPv6 hop', '203.0.113.5, 2001:db8:1::9', '203.0.113.5'],
    ['a mapped address', '::ffff:203.0.113.5', '203.0.113.5'],
    ['a port', '203.0.113.5:4711', '203.0.113.5'],
    ['brackets and a port', '[2001:db8:2::1]:4711', '2001:db8:2::1'],
    ['an entry that is no address', '203.0.113.5, unknown', '10.0.0.1'],
    ['nothing', '', '10.0.0.1'],
  ])('is read from the header with %s', (_what, header, client) => {
    expect(behind('10.0.0.1', header)).toBe(client)
  })

  it('is the trusted peer itself without a header, also over a dual-stack socket', () => {
    expect(behind('::ffff:10.0.0.1', undefined)).toBe('10.0.0.1')
    expect(behind('::ffff:10.0.0.1', '203.0.113.5')).toBe('203.0.113.5')
  })

  it('is nobody without a peer', () => {
    expect(behind(undefined, '203.0.113.5')).toBeNull()
  })
})
