import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter } from '../../../testing/builders/any-character.ts'
import { detectLanguage } from './detect-language.ts'

it('recognizes a language by its common words', () => {
  const texts = {
    english: 'Ask the office manager if you need a key to the archive.',
    german: 'Wie beantrage ich Urlaub, und wer genehmigt ihn?',
    french: 'Comment demander un congé pour la semaine prochaine ?',
    spanish: '¿Cómo puedo cambiar la contraseña de mi cuenta?',
  }
  for (const [language, text] of Object.entries(texts)) expect(detectLanguage(text)).toBe(language)
})

it('does not take other languages for one of them', () => {
  for (const text of [
    'O escritório está fechado na sexta-feira e não abre para os clientes.',
    'Het kantoor is gesloten op vrijdag en de deur is dicht.',
    'Gli uffici sono chiusi il venerdì e la porta non si apre con la chiave.',
    'Kontoret är stängt på fredag och det finns inte någon som kan öppna för dig.',
    'Заявка на отпуск',
    '会議室の予約',
  ])
    expect(detectLanguage(text)).toBe('unknown')
})

it('decides nothing from a few names', () => {
  for (const text of ['', 'Toner', 'T-1042', 'Kerberos VPN Malmö'])
    expect(detectLanguage(text)).toBe('unknown')
})

it('R80 returns for every text, in bounded time', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => void detectLanguage(text)))
  expect(detectLanguage('the and of '.repeat(500_000))).toBe('english')
})
