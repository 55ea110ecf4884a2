import { describe, expect, it } from 'vitest'
import { parseServerAddress, serverAddressLengthMax } from './server-address.ts'

describe('parseServerAddress', () => {
  it.for([
    { text: 'https://chat.example.com', address: 'https://chat.example.com' },
    { text: 'HTTPS://Chat.Example.com:443/', address: 'https://chat.example.com' },
    { text: 'http://10.0.0.7:8065', address: 'http://10.0.0.7:8065' },
    { text: 'http://[fd00::7]:8065/', address: 'http://[fd00::7]:8065' },
    { text: 'https://example.com/chat//', address: 'https://example.com/chat' },
    { text: 'http://0x0a.7', address: 'http://10.0.0.7' },
    { text: 'http://CHAT.lan:80', address: 'http://chat.lan' },
    { text: 'https://chat.lan/a/../chat/./', address: 'https://chat.lan/chat' },
  ] as const)('R73 canonicalises $text', ({ text, address }) => {
    expect(parseServerAddress(text)).toBe(address)
  })

  it.for([
    '',
    'chat.example.com',
    '//chat.example.com',
    'ftp://chat.example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ws://chat.example.com',
    'https:chat.example.com',
    'https:/chat.example.com',
    'https://',
    'https://user@chat.example.com',
    'https://user:password@chat.example.com',
    'https://@chat.example.com',
    'https://chat.example.com@evil.example',
    'https://chat.example.com?',
    'https://chat.example.com/?query',
    'https://chat.example.com#',
    'https://chat.example.com/#fragment',
    'https://chat.example.com\\@evil.example',
    ' https://chat.example.com',
    'https://chat.example.com\n',
    'https://chat.exa mple.com',
    'https://chat.example.com:99999',
    'https://1.2.3.4.5',
    'https://[::1',
    `https://chat.example.com/${'a'.repeat(serverAddressLengthMax)}`,
  ])('R73 refuses %j', (text) => {
    expect(parseServerAddress(text)).toBeNull()
  })
})
