import { expect, it } from 'vitest'
import { newId } from '../../testing/index.ts'
import { documentAddress, isFolderAddress } from './document-address.ts'
import type { DocumentId } from './document.ts'

const id = newId() as DocumentId

it("is the document's web address if it has one", () => {
  for (const url of ['https://wiki.example.com/a', 'HTTP://intranet/b'])
    expect(documentAddress(id, url)).toBe(url)
})

it('R155 is a URN otherwise, and never a path on the server', () => {
  for (const url of [
    null,
    '',
    'file:///srv/canary/a.md',
    'FILE:///C:/canary/a.md',
    '/srv/canary',
    'javascript:alert(1)',
  ]) {
    expect(documentAddress(id, url)).toBe(`urn:uuid:${id}`)
  }
})

it('takes paths below a plain web address only', () => {
  const addresses = ['https://wiki.example.com', 'HTTP://wiki.example.com:8080/a/']
  expect(addresses.filter(isFolderAddress)).toEqual(addresses)
  const others = ['https://', 'wiki.example.com', 'ftp://wiki.example.com', 'javascript:alert(1)']
  const withMore = ['?', '?ref=1', '#', '#top'].map((end) => `https://wiki.example.com/a${end}`)
  const withNames = ['https://ana@wiki.example.com', 'https://ana:secret@wiki.example.com']
  expect([...others, ...withMore, ...withNames].filter(isFolderAddress)).toEqual([])
})
