import { expect, it } from 'vitest'
import { connectionOf, typedOver } from './typed-connection.ts'

const stored = 'https://one.example.com'
const changed = 'https://two.example.com'
const typed = 'https://three.example.com'

it('follows the stored address as long as nothing was typed', () => {
  for (const address of [stored, changed])
    expect(connectionOf(null, address)).toEqual({
      address,
      token: '',
      isOther: false,
      isOvertaken: false,
    })
})

it('keeps a typed address when the stored one changes, and says so', () => {
  const kept = typedOver(null, stored, { address: typed })
  expect(connectionOf(kept, stored)).toMatchObject({ address: typed, isOvertaken: false })
  const overtaken = { address: typed, isOther: true, isOvertaken: true }
  expect(connectionOf(kept, changed)).toMatchObject(overtaken)
  expect(connectionOf(typedOver(kept, changed, { address: `${typed}/` }), changed)).toMatchObject({
    isOvertaken: true,
  })
})

it('says so for a typed token, which was for the server of the old address', () => {
  const kept = typedOver(null, stored, { token: 'token' })
  expect(connectionOf(kept, changed)).toEqual({
    address: changed,
    token: 'token',
    isOther: false,
    isOvertaken: true,
  })
})

it('is no change if what was typed is what is stored', () => {
  const kept = typedOver(null, stored, { address: changed })
  expect(connectionOf(kept, changed)).toMatchObject({ isOther: false, isOvertaken: false })
  expect(typedOver(kept, stored, { address: stored })).toBeNull()
})
