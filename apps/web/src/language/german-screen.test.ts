import { waitFor } from '@testing-library/dom'
import { expect, it, onTestFinished } from 'vitest'
import { consoleWorld, ownerEmail } from '../testing/console-world.ts'
import { visit } from '../testing/visit.ts'
import { chooseLanguage } from './language.ts'

it.each([
  ['/admin/groups', 'Gruppen'],
  ['/admin/groups/none', 'Nicht gefunden'],
  ['/admin/invitations', 'Einladungen'],
  ['/admin/people', 'Personen'],
  ['/me/security', 'Sicherheit'],
])('%s speaks German: %s', async (path, title) => {
  await chooseLanguage('de')
  onTestFinished(() => chooseLanguage('en'))
  using seen = await visit(await consoleWorld(), path, ownerEmail)
  await seen.page.findByRole('heading', { level: 1, name: title })
  await waitFor(() => expect(document.title).toBe(`${title} · Ken`))
})
