import { expect, it } from 'vitest'
import { digitsIn } from './digits-in.ts'

it.each([
  '492 039',
  '492-039\n',
  'Code: 492039',
  '٤٩٢٠٣٩',
  '۴۹۲۰۳۹',
  '४९२०३९',
  '৪৯২০৩৯',
  '４９２０３９',
])('reads the digits of %s', (text) => expect(digitsIn(text)).toBe('492039'))

it('finds none in other text', () => expect(digitsIn('١٢ᠰ½²Ⅳ')).toBe('12'))
