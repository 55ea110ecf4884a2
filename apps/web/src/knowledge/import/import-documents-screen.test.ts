import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { consoleWorld, ownerEmail } from '../../testing/console-world.ts'
import { expire, fail, type Server } from '../../testing/server.ts'
import { visit, type Visit } from '../../testing/visit.ts'

const address = '/admin/knowledge/import'
const sendFiles = 'POST /api/v1/admin/knowledge/files'

type Contents = { readonly [path: string]: string }

const pages = (count: number): Contents =>
  Object.fromEntries(
    Array.from({ length: count }, (_, number) => [`${number}.md`, `Page ${number}`]),
  )

/** Chooses a folder with files, and begins to import them into a source. */
async function importFolder(seen: Visit, source: string, contents: Contents): Promise<void> {
  const files = Object.entries(contents).map(([path, content]) =>
    Object.assign(new File([content], path), { webkitRelativePath: `handbook/${path}` }),
  )
  await seen.choose('Choose a folder', ...files)
  await seen.fill('Source', source)
  await seen.check('Owners')
  await seen.press(/^Import \d+ files?$/)
}

/** Fails one of the requests with files. Returns how many there were. */
function failOnce(server: Server, failing: number, how = fail): () => number {
  let calls = 0
  server.on(sendFiles, (send) => {
    calls += 1
    return calls === failing ? how(send) : send()
  })
  return () => calls
}

it('says what an interrupted import stored, continues with the rest, and is not left by accident', async () => {
  using seen = await visit(await consoleWorld(), address, ownerEmail)
  const calls = failOnce(seen.server, 2)
  await importFolder(seen, 'many', pages(60))
  await seen.reads('50 of 60 files')
  await seen.reads('Ken does not respond.')
  seen.says.yes = false
  await seen.click('link', 'Search')
  expect(seen.questions).toHaveLength(1)
  await seen.press('Try again')
  await seen.find('heading', 'Imported into many')
  await seen.reads('New: 60')
  expect(calls()).toBe(3)
})

it('leaves the list of an import for which a sign-in is needed, and continues with the rest', async () => {
  using seen = await visit(await consoleWorld(), address, ownerEmail)
  const calls = failOnce(seen.server, 2, async (send) => {
    seen.server.forget()
    return expire(send)
  })
  await importFolder(seen, 'resumed', { ...pages(120), 'logo.png': 'x' })
  await seen.reads('You were signed out, because the session has ended')
  await seen.signIn(ownerEmail)
  await seen.reads('The import was interrupted.')
  await seen.reads('50 of 120 files')
  await seen.find('row', /^logo.png Left out/)
  await waitFor(() => expect(seen.mayClose()).toBe(false))
  seen.says.yes = false
  await seen.click('link', 'Search')
  expect(seen.questions).toHaveLength(1)
  await seen.press('Continue with the rest')
  await seen.find('heading', 'Imported into resumed')
  await seen.reads('New: 120')
  expect(calls()).toBe(4)
  await seen.press('Import more')
  expect((await seen.page.findByLabelText<HTMLInputElement>('Source')).value).toBe('')
})

it('forgets an import when its person signs out', async () => {
  using seen = await visit(await consoleWorld(), address, ownerEmail)
  seen.server.on(sendFiles, fail)
  await importFolder(seen, 'forgotten', { 'a.md': 'One page' })
  await seen.find('button', 'Try again')
  await seen.press('Sign out')
  await seen.reads('You are signed out.')
  await seen.signIn(ownerEmail)
  await seen.click('link', 'Knowledge')
  await seen.click('link', 'Import documents')
  expect((await seen.page.findByLabelText<HTMLInputElement>('Source')).value).toBe('')
})

it('lists a source with what an import stored before it was left', async () => {
  using seen = await visit(await consoleWorld(), address, ownerEmail)
  failOnce(seen.server, 2)
  await importFolder(seen, 'partly', pages(60))
  await seen.reads('Ken does not respond.')
  seen.page.getAllByRole('link', { name: 'Knowledge' })[0]?.click()
  const row = await seen.find('row', /^partly 50/)
  expect(row.textContent).toContain('50 changed, 0 removed')
})

it('leaves out files that cannot be sent, and imports all others', async () => {
  const large = 'x'.repeat(900_000)
  const folder = { 'a.md': large, 'b.md': large, 'c.md': large }
  using seen = await visit(await consoleWorld(), address, ownerEmail)
  seen.server.on(sendFiles, async (send) =>
    String(seen.server.requests.at(-1)?.body).includes('"path":"b.md"')
      ? Response.json({}, { status: 503 })
      : send(),
  )
  await importFolder(seen, 'busy', folder)
  await seen.reads('1 of 3 files')
  await seen.press('Back to the form')
  expect((await seen.page.findByLabelText<HTMLInputElement>('Source')).value).toBe('busy')
  expect((await seen.page.findByLabelText<HTMLInputElement>('Owners')).checked).toBe(true)
  await seen.check('Owners')
  await importFolder(seen, 'busy', folder)
  await seen.reads('1 of 3 files')
  await seen.press('Continue without the files that fail')
  await seen.reads('3 of 3 files')
  await seen.find('row', /^b.md Not imported Sending it failed/)
  await seen.reads('New: 1')
})

it('names a proxy that takes smaller requests than Ken as the cause', async () => {
  using seen = await visit(await consoleWorld(), address, ownerEmail)
  seen.server.on(sendFiles, async () => new Response('<h1>Too large</h1>', { status: 413 }))
  await importFolder(seen, 'proxied', { 'a.md': 'x' })
  await seen.reads('A proxy in front of Ken refused this as too large.')
  expect(seen.page.queryByRole('heading', { name: 'Imported into proxied' })).toBeNull()
})

it('asks for files, a source and who may see them before anything is sent', async () => {
  using seen = await visit(await consoleWorld(), address, ownerEmail)
  await seen.press('Import')
  await seen.reads('Choose who may see the documents.')
  await seen.reads('Choose at least one Markdown, HTML, text, CSV, email, Word or PDF file.')
  await waitFor(() =>
    expect(document.activeElement?.parentElement?.textContent).toBe('Choose files'),
  )
  await seen.fill('Source', 'Hand Book')
  await seen.reads('at most 63, such as team-wiki')
  expect(seen.server.requests.map(({ name }) => name)).not.toContain(sendFiles)
})
