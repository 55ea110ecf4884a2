import { expect, it } from 'vitest'
import { newId } from '../../testing/index.ts'
import { documentAddress } from './document-address.ts'
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
