import { expect, it } from 'vitest'
import { clientNetwork } from './client-network.ts'

it.for([
  { address: '192.0.2.7', network: '192.0.2.7' },
  { address: '::ffff:192.0.2.7', network: '192.0.2.7' },
  { address: '0:0:0:0:0:ffff:c000:207', network: '192.0.2.7' },
  { address: '2001:db8:1:2:3:4:5:6', network: '2001:db8:1:2::/64' },
  { address: '2001:DB8:1:2::', network: '2001:db8:1:2::/64' },
  { address: 'fe80::1%eth0', network: 'fe80:0:0:0::/64' },
])('R23 counts $address as the network $network', ({ address, network }) => {
  expect(clientNetwork(address)).toBe(network)
})
