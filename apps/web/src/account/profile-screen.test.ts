import { addGroupMember, createGroup, operator } from '@ken/core'
import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { accountOf, consoleWorld, memberEmail, ownerEmail } from '../testing/console-world.ts'
import { visit } from '../testing/visit.ts'

it('shows ten groups at first, and all of them on demand', async () => {
  const world = await consoleWorld()
  const { id } = await accountOf(world, memberEmail)
  for (let number = 11; number <= 22; number += 1) {
    const slug = `group-${number}`
    await createGroup(world.ports, { actor: operator, slug })
    await addGroupMember(world.ports, { actor: operator, slug, userId: id })
  }
  using seen = await visit(world, '/me', memberEmail)
  await seen.reads('group-20')
  expect(document.body.textContent).not.toContain('group-21')
  await seen.press('Show all 12 groups')
  await seen.reads('group-21, group-22')
  await seen.press('Show fewer groups')
  expect(document.body.textContent).not.toContain('group-21')
})

it('changes the name, and shows it around the screens too', async () => {
  const world = await consoleWorld()
  using seen = await visit(world, '/me', memberEmail)
  await seen.press('Change the name')
  await seen.fill('New name', '   ')
  await seen.press('Save the name')
  await seen.reads('Enter 1 to 200 characters, one of them visible.')
  await seen.fill('New name', 'Ana Silva')
  await seen.press('Save the name')
  await seen.find('link', /^Ana Silva/)
  const shown = await seen.page.findByText('Ana Silva', { selector: 'dd, dd *' })
  expect(shown).toBeDefined()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Change the name'))
  expect(await accountOf(world, memberEmail)).toMatchObject({ name: 'Ana Silva' })
})

it.each([
  [ownerEmail, 'Another Owner can change it.'],
  [memberEmail, 'An administrator can change it.'],
])('says to %s who can change the address', async (email, hint) => {
  using seen = await visit(await consoleWorld(), '/me', email)
  expect(await seen.page.findAllByText(hint)).toHaveLength(1)
})
