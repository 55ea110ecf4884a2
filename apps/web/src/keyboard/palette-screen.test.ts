import { fireEvent, waitFor } from '@testing-library/dom'
import { aKeyIn, aPersonIn } from '@ken/core/testing'
import { expect, it, onTestFinished } from 'vitest'
import { chooseLanguage } from '../language/language.ts'
import { accountOf, consoleWorld, memberEmail, ownerEmail } from '../testing/console-world.ts'
import { visit, type Visit } from '../testing/visit.ts'

const press = (key: string, more = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })

/** Opens the palette. The keyboard is followed only from a moment after the page is there. */
async function openPalette({ page }: Visit): Promise<HTMLElement> {
  await page.findByRole('heading', { level: 1 })
  return waitFor(() => {
    const open = page.queryByRole('dialog')
    if (open === null) press('k', { ctrlKey: true })
    return open ?? page.getByRole('dialog')
  })
}

const chosen = () =>
  document.querySelector('[role="dialog"] [aria-selected="true"], dialog [aria-selected="true"]')
const isOpen = ({ page }: Visit) => page.queryByRole('dialog') !== null
const find = (text: string) => fireEvent.input(document.activeElement!, { target: { value: text } })

it('opens pages, people and their keys', async () => {
  const world = await consoleWorld()
  await aPersonIn(world.ports, { name: 'Eva', email: 'eva@example.com' })
  await aKeyIn(world.ports, await accountOf(world, 'eva@example.com'), { name: 'laptop' })
  using seen = await visit(world, '/', ownerEmail)
  await openPalette(seen)
  find('knowl')
  await waitFor(() => expect(chosen()?.textContent).toBe('Knowledge'))
  press('Enter')
  await seen.find('heading', 'Knowledge')

  const palette = await openPalette(seen)
  seen.server.once('GET /api/v1/admin/users', async () => Response.json({}, { status: 500 }))
  find('outage')
  await seen.reads('Something went wrong.', palette)
  find('eva@')
  await seen.reads('Evaeva@example.com', await seen.find('group', 'People', palette))
  await seen.find('group', 'API keys', palette)
  await seen.reads('2 results', palette)
  press('ArrowUp')
  await waitFor(() => expect(chosen()?.textContent).toContain('ken_'))
  press('ArrowDown')
  await waitFor(() => expect(chosen()?.textContent).toBe('Evaeva@example.com'))
  const field = await seen.find('combobox', 'Go to or do')
  expect(field.getAttribute('aria-activedescendant')).toBe(chosen()?.id)
  press('Enter')
  await seen.find('heading', 'Eva')
})

it('does what the page offers', async () => {
  const world = await consoleWorld()
  const { id } = await accountOf(world, memberEmail)
  using seen = await visit(world, `/admin/people/${id}`, ownerEmail)
  await seen.find('button', 'Deactivate')
  await openPalette(seen)
  find('deact')
  await waitFor(() => expect(chosen()?.textContent).toBe('Deactivate'))
  press('Enter')
  await seen.find('alertdialog', 'Deactivate Tom?')
})

it('offers Members their own pages only', async () => {
  await chooseLanguage('de')
  onTestFinished(() => chooseLanguage('en'))
  using seen = await visit(await consoleWorld(), '/', memberEmail)
  const palette = await openPalette(seen)
  const options = [...palette.querySelectorAll('[role="option"]')]
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Suche',
    'Profil',
    'Sicherheit',
    'Ihre API-Schlüssel',
    'Neuer API-Schlüssel',
    'Verbundene Chats',
    'Ihre Agenten',
    'Tastenkürzel',
  ])
})

/** A choice closes what offered it. */
const rendered = () => new Promise((resolve) => setTimeout(resolve))

/** As an input method presses a key, and as Safari says the one that ends the composition. */
const compositions = [{ isComposing: true }, { keyCode: 229 }]

it('chooses nothing by the keys of an input method', async () => {
  using seen = await visit(await consoleWorld(), '/', ownerEmail)
  await openPalette(seen)
  find('Audit')
  await waitFor(() => expect(chosen()?.textContent).toBe('Audit log'))
  for (const composing of compositions) press('Enter', composing)
  await rendered()
  expect(isOpen(seen)).toBe(true)
  press('Enter')
  await waitFor(() => expect(location.pathname).toBe('/admin/audit'))
})

it('picks nothing by them from the people who match a name', async () => {
  using seen = await visit(await consoleWorld(), '/admin/audit', ownerEmail)
  await seen.fill('Find a person', 'ada')
  await seen.find('option', /ada@example\.com/)
  const field = seen.page.getByRole('combobox', { name: 'Find a person' })
  for (const composing of compositions) fireEvent.keyDown(field, { key: 'Enter', ...composing })
  await rendered()
  expect(seen.page.queryByRole('option', { name: /ada@example\.com/ })).not.toBeNull()
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(location.search).toContain('actor_id='))
})
