import { describe, expect, it } from 'vitest'
import { isReachableAddress } from './reachable-address.ts'

const isReachable = (address: string, allowLoopback = false) =>
  isReachableAddress(address, { allowLoopback })

describe('isReachableAddress', () => {
  it.for([
    '93.184.216.34',
    '10.1.2.3',
    '172.16.0.9',
    '172.31.255.9',
    '192.168.1.9',
    '0300.0250.1.1',
    '0xc0a80109',
    '100.64.0.9',
    '2606:2800:220:1::9',
    'fd12:3456::9',
  ])('R73 takes %s, public or of a local network', (address) => {
    expect(isReachable(address)).toBe(true)
  })

  it.for([
    '::ffff:10.1.2.3',
    '::ffff:a01:203',
    '64:ff9b::10.1.2.3',
    '2001:67c::5efe:10.1.2.3',
    'fd00::200:5efe:10.1.2.3',
  ])('R73 takes %s as the IPv4 address in it', (address) => {
    expect(isReachable(address)).toBe(true)
  })

  it.for(['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1'])(
    'R73 takes %s only where this machine is allowed',
    (address) => {
      expect([isReachable(address), isReachable(address, true)]).toEqual([false, true])
    },
  )

  it.for([
    '0.0.0.0',
    '0.1.2.3',
    '169.254.169.254',
    '169.254.1.1',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '192.88.99.1',
    '0251.0376.0251.0376',
    '017700000001.',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fec0::1',
    'ff02::1',
    'ff05::2',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fd00:42::42',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::ffff:0:0',
    '::ffff:0:169.254.169.254',
    '::a9fe:a9fe',
    '::7f00:1',
    '64:ff9b::169.254.169.254',
    '64:ff9b:1::a9fe:a9fe',
    'fe80::5efe:10.0.0.1',
    '2001:67c::5efe:169.254.169.254',
    '2002:a9fe:a9fe::1',
    '2001::1',
    '2001:db8::1',
    '2001:2::1',
    '2001:20::1',
    '3fff::1',
    '100::1',
    '100:0:0:1::1',
    '5f00::1',
    'localhost',
    '',
  ])('R73 never takes %s', (address) => {
    expect([isReachable(address), isReachable(address, true)]).toEqual([false, false])
  })
})
