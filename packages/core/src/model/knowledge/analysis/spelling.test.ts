import { describe, expect, it } from 'vitest'
import { isMisspelling, spellingTermOf } from './spelling.ts'

describe('spellingTermOf', () => {
  it.for([
    ['vacation', 'vacaton'],
    ['printer', 'printr'],
    ['address', 'adress'],
    ['database', 'datbase'],
    ['database', 'dataabse'],
    ['kubernetes', 'kuberentes'],
    ['authentication', 'autentication'],
    ['receipts', 'reciept'],
  ])('is the same for %s and %s', ([left, right]) => {
    expect(spellingTermOf(left!)).toBe(spellingTermOf(right!))
  })

  it('is null for short words, codes and other scripts', () => {
    for (const word of ['', 'vpn', 'user', 't1042', '会議', 'отпуск', 'aeiou'])
      expect(spellingTermOf(word)).toBeNull()
  })
})

describe('isMisspelling', () => {
  it('allows one error, and two in a word of eight letters', () => {
    expect(isMisspelling('printr', 'printer')).toBe(true)
    expect(isMisspelling('pritner', 'printer')).toBe(true)
    expect(isMisspelling('pritner', 'printers')).toBe(true)
    expect(isMisspelling('prntr', 'printer')).toBe(false)
    expect(isMisspelling('reimbursmnet', 'reimbursement')).toBe(true)
    expect(isMisspelling('rembursmnet', 'reimbursement')).toBe(false)
  })

  it('needs the same first letter', () => {
    expect(isMisspelling('rinter', 'printer')).toBe(false)
    expect(isMisspelling('winter', 'printer')).toBe(false)
    expect(isMisspelling('boast', 'coast')).toBe(false)
  })
})
