import { afterAll, expect, it, vi } from 'vitest'

vi.stubGlobal('document', { documentElement: { lang: '' } })
afterAll(() => vi.unstubAllGlobals())

it('changes the language only when the areas that were added meanwhile are loaded, too', async () => {
  const { areaMessages, chooseLanguage, currentLanguage } = await import('./language.ts')
  const arrivals = new Map<string, () => void>()
  const area = (name: string) =>
    areaMessages({
      en: async () => ({ messages: `${name} en` }),
      de: () =>
        new Promise<{ messages: string }>((resolve) =>
          arrivals.set(name, () => resolve({ messages: `${name} de` })),
        ),
    })
  const [first, second] = [area('first'), area('second')]
  await first.load()
  const isChosen = chooseLanguage('de')
  await second.load()
  arrivals.get('first')?.()
  await vi.waitFor(() => expect(arrivals.has('second')).toBe(true))
  expect([currentLanguage(), second.current()]).toEqual(['en', 'second en'])
  arrivals.get('second')?.()
  await isChosen
  expect([first.current(), second.current()]).toEqual(['first de', 'second de'])
  await chooseLanguage('en')
})
