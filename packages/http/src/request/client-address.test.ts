import { describe, expect, it } from 'vitest'
import { canonicalAddress, clientAddress } from './client-address.ts'

describe('R23 canonical addresses', () => {
  it.each([
    { input: '192.0.2.1', canonical: '192.0.2.1' },
    { input: ' 192.0.2.1 ', canonical: '192.0.2.1' },
    { input: '::ffff:192.0.2.1', canonical: '192.0.2.1' },
    { input: '::FFFF:c000:0201', canonical: '192.0.2.1' },
    { input: '0:0:0:0:0:ffff:192.0.2.1', canonical: '192.0.2.1' },
    { input: '2001:DB8:0:0:0:0:0:1', canonical: '2001:db8::1' },
    { input: '2001:0db8::0001', canonical: '2001:db8::1' },
    { input: 'fe80::1%eth0', canonical: 'fe80::1' },
    { input: '::1', canonical: '::1' },
    { input: '::', canonical: '::' },
  ])('writes $input as $canonical', ({ input, canonical }) => {
    expect(canonicalAddress(input)).toBe(canonical)
  })

  it.each([
    '',
    'unknown',
    '192.0.2.256',
    '192.0.2.01',
    '0x7f.1',
    '2130706433',
    '1.2.3',
    '[::1]',
    'example.com',
    '::1::',
  ])('knows no address in "%s"', (input) => {
    expect(canonicalAddress(input)).toBeNull()
  })
})

describe('R23 the client address with proxies', () => {
  const behind = clientAddress(['10.0.0.0/8', '2001:db8:1::/48', '192.0.2.7'])

  it('is the peer if no proxy is trusted, with any header', () => {
    expect(clientAddress([])('198.51.100.1', '203.0.113.5')).toBe('198.51.100.1')
  })

  it('is the peer if the peer is not a trusted proxy', () => {
    expect(behind('198.51.100.1', '203.0.113.5')).toBe('198.51.100.1')
  })

  it.each([
    { name: 'one hop', header: '203.0.113.5', client: '203.0.113.5' },
    {
      name: 'a written-in entry on the left',
      header: '1.1.1.1, 203.0.113.5',
      client: '203.0.113.5',
    },
    {
      name: 'trusted hops on the right',
      header: '1.1.1.1, 203.0.113.5, 10.9.9.9,192.0.2.7',
      client: '203.0.113.5',
    },
    { name: 'trusted hops only', header: '10.1.1.1, 10.2.2.2', client: '10.1.1.1' },
    { name: 'IPv6 in another spelling', header: '2001:DB8:0002::0001', client: '2001:db8:2::1' },
    { name: 'a trusted IPv6 hop', header: '203.0.113.5, 2001:db8:1::9', client: '203.0.113.5' },
    { name: 'a mapped address', header: '::ffff:203.0.113.5', client: '203.0.113.5' },
    { name: 'a port', header: '203.0.113.5:4711', client: '203.0.113.5' },
    { name: 'brackets and a port', header: '[2001:db8:2::1]:4711', client: '2001:db8:2::1' },
    { name: 'an entry that is no address', header: '203.0.113.5, unknown', client: '10.0.0.1' },
    { name: 'nothing', header: '', client: '10.0.0.1' },
  ])('is read from the header with $name', ({ header, client }) => {
    expect(behind('10.0.0.1', header)).toBe(client)
  })

  it('is the trusted peer itself without a header, also over a dual-stack socket', () => {
    expect(behind('::ffff:10.0.0.1', undefined)).toBe('10.0.0.1')
    expect(behind('::ffff:10.0.0.1', '203.0.113.5')).toBe('203.0.113.5')
  })

  it('is null without a peer', () => {
    expect(behind(undefined, '203.0.113.5')).toBeNull()
  })
})
