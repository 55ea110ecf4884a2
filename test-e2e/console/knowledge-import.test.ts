import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { kenJsonHere } from '../support/ken-here.ts'
import { expectAccessible } from './support/accessible.ts'
import { requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { press, tick, typeInto } from './support/keyboard.ts'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
  await kenJsonHere(['groups', 'create', 'finance'], ken.world)
})
afterAll(() => ken[Symbol.asyncDispose]())

/** A folder with these files. */
function folderOf(files: { readonly [path: string]: string | Uint8Array }): string {
  const folder = mkdtempSync(join(ken.world.cwd, 'handbook-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

const handbook = {
  'README.md': 'The handbook.',
  'guides/vpn.md': '# VPN\n\nRotate the key of the tunnel.',
  'guides/printer.html': '<title>Printer</title><p>It jams when it is cold.',
  'guides/first-steps.md': 'Begin here.',
  'guides/deep/er/notes.txt': 'Notes of the team.',
  'policies/travel.md': '---\ntitle: Travel <b>policy</b>\n---\nBook early.',
  'policies/utf16.txt': Buffer.from('\uFEFFGrüße aus Wien', 'utf16le'),
  'policies/caf\u00e9.rst': 'Coffee.',
  'broken/binary.md': Buffer.from([0x89, 0x50, 0, 1]),
  'broken/latin1.txt': Buffer.from('caf\xe9', 'latin1'),
  'broken/empty.md': '',
  'logo.png': 'x',
  '.env.md': 'x',
  '.git/config.md': 'x',
  'node_modules/p/README.md': 'x',
}

const chooseFolder = async (page: Page, folder: string) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    press(page.getByLabel('Choose a folder')),
  ])
  await chooser.setFiles(folder)
}

const documents = () =>
  ken.world.sql(
    `select external_id as id, title, array_to_string(allowed, ',') as allowed from documents order by external_id collate "C"`,
  )

it('a folder is imported without a pointer, with an outcome for each file', async () => {
  await using seen = await visitAsOwner(ken, '/admin/knowledge')
  const { page } = seen
  await page.getByText('ken import handbook/').waitFor()
  await press(page.getByRole('link', { name: 'Import documents' }))
  await page.getByRole('heading', { name: 'Import documents' }).waitFor()
  expect(page.url()).toBe(`${ken.url}/admin/knowledge/import`)

  await chooseFolder(page, folderOf(handbook))
  await page.getByText('11 files are ready. Left out: 4.').waitFor()
  await typeInto(page.getByLabel('Source', { exact: true }), 'handbook')
  await typeInto(page.getByRole('combobox', { name: 'Add a group' }), 'fin')
  await page.getByRole('option', { name: 'finance' }).waitFor()
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('Group finance').isChecked()).toBe(true)
  await tick(page.getByLabel('Owners'))
  await press(page.getByRole('button', { name: 'Import 11 files' }))

  await page.getByRole('heading', { name: 'Imported into handbook' }).waitFor()
  expect(await page.locator(':focus').textContent()).toBe('Imported into handbook')
  await page.getByText('11 of 11 files').waitFor()
  await page.getByText('New: 8').waitFor()
  await page.getByRole('row', { name: 'broken/binary.md Not imported Not text' }).waitFor()
  await page
    .getByRole('row', { name: 'broken/latin1.txt Not imported Not text in UTF-8' })
    .waitFor()
  await page.getByRole('row', { name: '.git Left out Hidden' }).waitFor()
  await page.getByRole('row', { name: 'node_modules Left out Installed packages' }).waitFor()
  await expectAccessible(page)
  await press(page.getByLabel('All 15 files'))
  await page.keyboard.press('ArrowRight')
  expect(await page.getByRole('row').count()).toBe(4)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page.getByRole('button', { name: 'Download the list of faulty files' })),
  ])
  expect(readFileSync(await download.path(), 'utf8').split('\n')).toEqual([
    'broken/binary.md: Not text: the file is binary',
    'broken/empty.md: Empty',
    'broken/latin1.txt: Not text in UTF-8: save it as UTF-8',
    '',
  ])
  const allowed = 'group:finance,role:Owner'
  expect(await documents()).toEqual(
    [
      ['README.md', 'Handbook'],
      ['guides/deep/er/notes.txt', 'Notes of the team.'],
      ['guides/first-steps.md', 'First steps'],
      ['guides/printer.html', 'Printer'],
      ['guides/vpn.md', 'VPN'],
      ['policies/caf\u00e9.rst', 'Coffee.'],
      ['policies/travel.md', 'Travel <b>policy</b>'],
      ['policies/utf16.txt', 'Grüße aus Wien'],
    ].map(([id, title]) => ({ id, title, allowed })),
  )
})

it('the same folder imported again, or on the command line, changes nothing', async () => {
  const folder = folderOf({ 'a.md': '# A\n\nOne.', 'b.md': '# B\n\nTwo.' })
  const onCommandLine = ['import', folder, '--source', 'again', '--allow', 'everyone']
  expect(await kenJsonHere(onCommandLine, ken.world)).toMatchObject({ created: 2 })
  await using seen = await visitAsOwner(ken, '/admin/knowledge/import')
  const { page } = seen
  await chooseFolder(page, folder)
  await page.getByLabel('Source', { exact: true }).fill('again')
  await page.getByLabel('Everyone with an account').check()
  await page.getByText('Has 2 documents.').waitFor()
  await page.getByRole('button', { name: 'Import 2 files' }).click()
  await page.getByRole('row', { name: 'a.md Unchanged' }).waitFor()
  await page.getByRole('button', { name: 'Import more' }).click()
  await page.getByText('At most 8 MiB each.').waitFor()
  expect(await page.getByLabel('Source', { exact: true }).inputValue()).toBe('')
})

it('a folder can be dropped, and files of several places', async () => {
  await using seen = await visitAsOwner(ken, '/admin/knowledge/import')
  const { page } = seen
  const folder = folderOf({ 'guides/a.md': 'A', 'b.md': 'B', '.git/c.md': 'C', 'd.png': 'D' })
  const area = page.getByRole('group', { name: 'Files' })
  const { x, y } = (await area.boundingBox())!
  const session = await seen.context.newCDPSession(page)
  const drop = async (...paths: readonly string[]) => {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', {
        type,
        x: x + 20,
        y: y + 20,
        data: { items: [], files: [...paths], dragOperationsMask: 1 },
      })
  }
  await drop(folder)
  await page.getByText('2 files are ready. Left out: 2.').waitFor()
  await drop(join(folder, 'guides'), join(folder, 'b.md'))
  await page.getByText('2 files are ready.', { exact: true }).waitFor()
  await page.getByLabel('Source', { exact: true }).fill('dropped')
  await page.getByLabel('Members').check()
  await page.getByLabel('Address of the folder on the web').fill('https://wiki.example.com/docs')
  await page.getByRole('button', { name: 'Import 2 files' }).click()
  await page.getByRole('heading', { name: 'Imported into dropped' }).waitFor()
  expect(
    await ken.world.sql(
      `select external_id as id, url from documents where source = 'dropped' order by 1`,
    ),
  ).toEqual([
    { id: 'b.md', url: 'https://wiki.example.com/docs/b.md' },
    { id: 'guides/a.md', url: 'https://wiki.example.com/docs/guides/a.md' },
  ])
})
