import { expect, it } from 'vitest'
import { clientNetwork } from './client-network.ts'

it.for([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['0:0:0:0:0:ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('R23 counts %s as the network %s', ([address, network]) => {
  expect(clientNetwork(address!)).toBe(network)
})
