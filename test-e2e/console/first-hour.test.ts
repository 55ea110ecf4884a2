import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeOf } from '../support/authenticator.ts'
import { kenJsonHere } from '../support/ken-here.ts'
import { tokenIn } from '../support/mail.ts'
import { linkSender } from '../support/surface.ts'
import { expectAccessible } from './support/accessible.ts'
import { consoleWorld, type ConsoleWorld } from './support/console-world.ts'
import { nameOfFocus, press, tick, typeInto } from './support/keyboard.ts'
import { scan } from './support/scan.ts'
import { signInAt } from './support/sign-in.ts'
import { visit } from './support/visit.ts'

const owner = { email: 'ada@example.com', password: 'tangerine walrus orbit 7' }
const grace = { email: 'grace@example.com', password: 'lantern pigeon meadow oboe' }

let ken: ConsoleWorld
/** The secret of the Owner's authenticator. */
let secret: string
beforeAll(async () => {
  ken = await consoleWorld({ owner: false })
})
afterAll(() => ken[Symbol.asyncDispose]())

/** A folder of documents. */
function handbook(): string {
  const folder = join(ken.world.cwd, 'handbook')
  mkdirSync(join(folder, 'keys'), { recursive: true })
  writeFileSync(
    join(folder, 'keys/rotate.md'),
    '# Rotate an API key\n\nIn the VPN, create a new key, verify it, then revoke the old one.\n',
  )
  writeFileSync(join(folder, 'README.md'), 'What new colleagues need.\n')
  return folder
}

it('leads without a pointer from an empty database to a search: setup, scanned code, recovery codes, invitation', async () => {
  await using seen = await visit(ken, '/')
  seen.expectRefusal('422 POST /setup')
  const { page } = seen
  await page.getByRole('heading', { name: 'Set up Ken' }).waitFor()
  expect(page.url()).toBe(`${ken.url}/setup`)
  await page.getByText('Step 1 of 3').waitFor()
  await expectAccessible(page)
  await typeInto(page.getByLabel('Name (optional)'), 'Ada Lovelace')
  await typeInto(page.getByLabel('Email address'), owner.email)
  await typeInto(page.getByLabel('Password', { exact: true }), 'pass')
  await page.getByText('Typed: 4 of at least 8 characters.').waitFor()
  await typeInto(page.getByLabel('Password', { exact: true }), 'password1')
  await press(page.getByRole('button', { name: 'Create the Owner' }))
  await page.getByText('Too easy to guess').waitFor()
  await typeInto(page.getByLabel('Password', { exact: true }), owner.password)
  await press(page.getByRole('button', { name: 'Create the Owner' }))

  await page.getByText('Step 2 of 3').waitFor()
  const uri = await scan(page.getByRole('img', { name: 'QR code' }), seen.context)
  expect(uri).toMatch(/^otpauth:\/\/totp\/Ken:ada%40example\.com\?issuer=Ken&secret=/)
  secret = new URL(uri).searchParams.get('secret') ?? ''
  const shown = await page.locator('code').first().textContent()
  expect(shown?.replaceAll(' ', '')).toBe(secret)
  await expectAccessible(page)
  await typeInto(page.getByLabel('Enter the code that it shows'), codeOf(secret))

  await page.getByRole('heading', { name: 'Store your recovery codes' }).waitFor()
  await expectAccessible(page)
  const codes = await page.locator('li code').allTextContents()
  expect(codes.length).toBeGreaterThan(7)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page.getByRole('button', { name: 'Download' })),
  ])
  expect(download.suggestedFilename()).toBe('ken-recovery-codes.txt')
  const file = readFileSync(await download.path(), 'utf8')
  expect(file.trim().split('\n').slice(2)).toEqual(codes)
  await press(page.getByRole('button', { name: 'Continue' }))

  await expect.poll(() => nameOfFocus(page)).toBe('Ken is ready')
  // Email is configured.
  expect(await page.getByRole('listitem').getByRole('heading').allTextContents()).toEqual([
    'Import knowledge',
    'Invite people',
  ])
  await expectAccessible(page)
  await press(page.getByRole('button', { name: 'Import files in the browser' }))
  await page.getByRole('heading', { name: 'Import documents' }).waitFor()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    press(page.getByLabel('Choose a folder')),
  ])
  await chooser.setFiles(handbook())
  await typeInto(page.getByLabel('Source', { exact: true }), 'handbook')
  await tick(page.getByLabel('Everyone with an account'))
  await typeInto(page.getByLabel('Address of the folder on the web'), 'https://wiki.example.com')
  await press(page.getByRole('button', { name: 'Import 2 files' }))
  await page.getByRole('heading', { name: 'Imported into handbook' }).waitFor()
  await press(page.getByRole('link', { name: 'Search' }))
  await typeInto(page.getByRole('searchbox', { name: 'Search' }), 'rotate key')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Rotate an API key' }).waitFor()
  expect(await page.locator('mark').allTextContents()).toContain('key')

  await press(page.getByRole('link', { name: 'Invitations' }))
  await press(page.getByRole('link', { name: 'Invite', exact: true }))
  await typeInto(page.getByLabel('Addresses'), grace.email)
  await press(page.getByRole('button', { name: 'Send the invitations' }))
  await page.getByText('Invited').first().waitFor()
})

it('leads an invited person without a pointer from the email to a search, a key that works in curl, and a linked chat', async () => {
  const token = tokenIn(await ken.sink.nextEmailTo(grace.email))
  await using seen = await visit(ken, `/invite#${token}`)
  const { page } = seen
  await page.getByRole('heading', { name: 'You are invited' }).waitFor()
  expect(page.url()).toBe(`${ken.url}/invite`)
  expect(await page.getByLabel('Email address').inputValue()).toBe(grace.email)
  await expectAccessible(page)
  await typeInto(page.getByLabel('Name'), 'Grace Hopper')
  await typeInto(page.getByLabel('Password', { exact: true }), grace.password)
  await press(page.getByRole('button', { name: 'Create your account' }))
  await page.getByRole('search').waitFor()
  expect(page.url()).toBe(`${ken.url}/`)
  await page.getByText('Grace Hopper').waitFor()
  await typeInto(page.getByRole('searchbox', { name: 'Search' }), 'rotate key')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Rotate an API key' }).waitFor()

  await press(page.getByRole('link', { name: 'Grace Hopper' }))
  await press(page.getByRole('link', { name: 'API keys' }))
  await press(page.getByRole('link', { name: 'New key' }))
  await typeInto(page.getByLabel('What is it for?'), 'laptop')
  await press(page.getByRole('button', { name: 'Create key' }))
  await page.getByRole('heading', { name: 'Your key “laptop”' }).waitFor()
  const command = await page.getByRole('region', { name: 'curl' }).locator('code').textContent()
  const { stdout } = await promisify(execFile)('sh', ['-c', command ?? ''])
  expect(JSON.parse(stdout)).toMatchObject({ results: [{ title: 'Rotate an API key' }] })
  await press(page.getByLabel('I have stored it'))
  await page.keyboard.press('Space')

  const { key } = await kenJsonHere<{ key: string }>(
    ['keys', 'create-service', '--source', 'bot_gateway', '--name', 'chat'],
    ken.world,
  )
  await press(page.getByRole('link', { name: 'Linked chats' }))
  await press(page.getByRole('button', { name: 'Get a code' }))
  const code = await page.locator('code').textContent()
  const linked = await linkSender(ken.url, key, code)
  expect(linked.status).toBe(200)
  await page.getByText('Linked: bot_gateway, U0123').waitFor()

  await using again = await visit(ken, `/invite#${token}`)
  again.expectRefusal('400 POST /api/v1/auth/invitations/preview')
  await again.page.getByText('It was used, has expired').waitFor()
  await again.page.getByText('If you have created your account already, sign in.').waitFor()
  await expectAccessible(again.page)
})

it('leads a person who forgot the password without a pointer to a new one', async () => {
  await using seen = await visit(ken, '/')
  const { page } = seen
  await press(page.getByRole('link', { name: 'Forgot password?' }))
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await expectAccessible(page)
  await typeInto(page.getByLabel('Email address'), grace.email)
  await press(page.getByRole('button', { name: 'Send the link' }))
  await page.getByText('If there is an account with this address').waitFor()
  await page.getByRole('button', { name: /^Send again in \d+ s$/ }).waitFor()
  const resetMail = () =>
    ken.sink.emailsTo(grace.email).find(({ links }) => links.some((link) => /\/reset#/.test(link)))
  await expect.poll(resetMail).toBeDefined()
  const token = tokenIn(resetMail()!)

  await using reset = await visit(ken, `/reset#${token}`)
  await reset.page.getByRole('heading', { name: 'Set a new password' }).waitFor()
  await expectAccessible(reset.page)
  await typeInto(
    reset.page.getByLabel('New password', { exact: true }),
    'quiet pigeon harbour oboe',
  )
  await press(reset.page.getByRole('button', { name: 'Set the password' }))
  await reset.page.getByText('The new password is set').waitFor()
  expect(await nameOfFocus(reset.page)).toBe('Set a new password')
  await press(reset.page.getByRole('link', { name: 'Sign in' }))
  await signInAt(reset, { ...grace, password: 'quiet pigeon harbour oboe' })
  await reset.page.getByRole('search').waitFor()
  expect(reset.page.url()).toBe(`${ken.url}/`)
})

it('leads the Owner without a pointer to a deactivation, whose preview is what the database then shows', async () => {
  await using seen = await visit(ken, '/admin/people')
  const { page } = seen
  await signInAt(seen, owner)
  await typeInto(
    page.getByLabel('Code from your authenticator app'),
    codeOf(secret, Date.now() + 30_000),
  )
  await press(page.getByRole('link', { name: 'Grace Hopper' }))
  await press(page.getByRole('button', { name: 'Deactivate' }))
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('1 session ends now.').waitFor()
  await dialog.getByText('1 API key stops working for good.').waitFor()
  await dialog.getByText('An open page stops working at once.').waitFor()
  const counted = () =>
    ken.world.sql(
      `select status, (select count(*)::int from sessions where user_id = users.id) as sessions,
              (select count(*)::int from api_keys where owner_id = users.id and revoked_at is null) as keys,
              (select count(*)::int from identity_mapping where user_id = users.id) as chats
       from users where email = $1`,
      [grace.email],
    )
  expect(await counted()).toEqual([{ status: 'active', sessions: 1, keys: 1, chats: 1 }])
  await press(dialog.getByRole('button', { name: 'Deactivate' }))
  await page.getByText('Grace Hopper is deactivated.').waitFor()
  expect(await counted()).toEqual([{ status: 'deactivated', sessions: 0, keys: 0, chats: 1 }])
})
