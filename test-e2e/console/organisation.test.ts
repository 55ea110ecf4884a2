import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './support/accessible.ts'
import { addPeople, requireNoFactor, visitAsOwner } from './support/administrator.ts'
import { consoleWorld, importDocuments, type ConsoleWorld } from './support/console-world.ts'
import { ownerEmail, ownerPassword } from '../support/distributed.ts'
import { bearer, sessionOf } from '../support/session.ts'
import { served } from '../support/surface.ts'

let ken: ConsoleWorld
beforeAll(async () => {
  ken = await consoleWorld()
  await requireNoFactor(ken.world)
  await addPeople(ken.world, 1, 'Admin')
})
afterAll(() => ken[Symbol.asyncDispose]())

it('no change of the settings is lost when Owners change them at the same time', async () => {
  const { token } = await sessionOf(ken, { email: ownerEmail, password: ownerPassword })
  const changes = Array.from({ length: 20 }, (_, number) =>
    number % 2 === 0
      ? { organisation_name: `name ${number}` }
      : { mfa_required_roles: number % 4 === 1 ? ['Member'] : [] },
  )
  const storedNow = async () => {
    const [row] = await ken.world.sql(
      `select array_to_string(mfa_required_roles, ',') as roles, organisation_name as name,
              (select max(id) from audit_log) as entry
       from org_settings`,
    )
    return row!
  }
  const { entry: since, ...first } = await storedNow()
  const responses = await Promise.all(
    changes.map((changed) =>
      served(() =>
        fetch(`${ken.url}/api/v1/admin/settings`, {
          method: 'PUT',
          headers: { ...bearer(token), 'content-type': 'application/json' },
          body: JSON.stringify(changed),
        }),
      ),
    ),
  )
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  const entries = await ken.world.sql(
    `select meta from audit_log where action = 'settings.change' and id > $1 order by id`,
    [since],
  )
  // Each change is one of what the one before has left.
  let left: { readonly [setting: string]: unknown } = first
  for (const entry of entries) {
    const meta = entry['meta'] as { readonly [name: string]: string }
    expect({
      roles: meta['before'],
      name: meta['organisation_name_before'] ?? left['name'],
    }).toEqual(left)
    left = {
      roles: meta['mfa_required_roles'],
      name: meta['organisation_name'] ?? left['name'],
    }
  }
  expect(entries.length).toBeGreaterThan(10)
  expect(await storedNow()).toMatchObject(left)
  await requireNoFactor(ken.world)
})

it('the settings are accessible, and the system shows parts and queue, and retries what failed for good', async () => {
  await ken.world.sql(
    `insert into pgboss.job (id, name, data, source_output, source_name, source_id, source_created_on, source_retry_count)
     values (gen_random_uuid(), 'dead_letter', '{"kind": "deliver_notice"}',
             '{"reason": "refused <img src=x>", "fault": "mail.deferred"}', 'deliver_notice', gen_random_uuid(), now(), 5)`,
  )
  await using seen = await visitAsOwner(ken, '/admin/settings')
  const { page } = seen
  await page.getByLabel('Admins').check()
  await page.getByText('Admins without it: 1.').waitFor()
  await expectAccessible(page)
  // Without a change, the page may be left.
  await page.getByLabel('Admins').uncheck()
  await page.getByRole('link', { name: 'System' }).click()
  await page.getByRole('row', { name: /^Database Works/ }).waitFor()
  const letter = page.getByRole('row', { name: /did not accept the email/ })
  await letter.getByText('Details').click()
  await letter.getByText('refused <img src=x>').waitFor()
  await page.getByRole('row', { name: /^Server \d/ }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Retry all' }).click()
  await page.getByText('Queued again: 1.').waitFor()
  await page.getByText('No job has failed for good.').waitFor()
  expect(await page.locator(':focus').textContent()).toBe('Failed jobs')
  await page.getByRole('button', { name: 'Send me a test email' }).click()
  await page.getByText('The email is queued.').waitFor()
  await expect.poll(() => ken.sink.emails.length).toBeGreaterThan(0)
  seen.expectRefusal('429 POST /api/v1/admin/system/test-mail')
  for (let time = 0; time < 3; time += 1) {
    const answer = page.waitForResponse('**/test-mail')
    await page.getByRole('button', { name: 'Send me a test email' }).click()
    await (await answer).finished()
  }
  await page.getByRole('alert').waitFor()
  expect(await page.getByText('The email is queued.').count()).toBe(0)
  await page.getByText('What is new').click()
  await page.getByRole('listitem').filter({ hasText: 'Administer people and groups' }).waitFor()
})

it('the knowledge says how to begin, has the numbers of each source, and removes one for good', async () => {
  await using seen = await visitAsOwner(ken, '/admin/knowledge')
  const { page } = seen
  await page.getByText('ken import handbook/').waitFor()
  expect(await page.getByRole('region', { name: 'Import over HTTP' }).textContent()).toContain(
    `${ken.url}/api/v1/admin/knowledge/documents`,
  )
  await expectAccessible(page)
  await importDocuments(ken.world, [
    { title: 'One', body: 'One', source: 'wiki' },
    { title: 'Two', body: 'Two', source: 'wiki', allowed: ['group:hr', 'role:Owner'] },
    { title: 'Three', body: 'Three', source: 'ticket' },
  ])
  await page.reload()
  const wiki = page.getByRole('row', { name: /^wiki 2 2 passages/ })
  await wiki.getByText('on the command line').waitFor()
  await wiki.getByText('2 changed, 0 removed').waitFor()
  expect(await wiki.getByRole('listitem').allTextContents()).toEqual([
    'everyone: 1',
    'roles: 1',
    'groups: 1',
  ])
  expect(await page.getByRole('row').count()).toBe(3)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Remove: wiki' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove the source wiki for good?' })
  await dialog.getByText('Documents that no one finds any more: 2').waitFor()
  expect(await page.locator(':focus').textContent()).toBe('Cancel')
  const remove = dialog.getByRole('button', { name: 'Remove the source' })
  expect(await remove.getAttribute('aria-disabled')).toBe('true')
  await dialog.getByLabel('Type wiki to confirm').fill('wiki')
  await remove.click()
  await page.getByText('The source wiki is being removed.').waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
})

it('a source stays marked while it is being removed, says when that fails, and is tried again', async () => {
  await ken.world.sql(
    `insert into source_removals (source, requested_at) values ('ticket', now() - interval '2 hours')`,
  )
  const queue = (name: string, columns: string, values: string) =>
    ken.world.sql(
      `insert into pgboss.job (id, name, data, start_after, ${columns})
       values (gen_random_uuid(), '${name}', '{"kind": "remove_source", "source": "ticket"}', now() + interval '1 hour', ${values})`,
    )
  await queue('remove_source', 'retry_count', '0')
  await using seen = await visitAsOwner(ken, '/admin/knowledge')
  const { page } = seen
  for (const _ of ['at first', 'after a reload']) {
    await page.getByRole('row', { name: /^ticket Is being removed 2 hours ago 1/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Remove: ticket' }).count()).toBe(0)
    await page.reload()
  }
  await ken.world.sql(`delete from pgboss.job where name = 'remove_source'`)
  await queue(
    'dead_letter',
    'source_output, source_name, source_id, source_created_on, source_retry_count',
    `'{"reason": "failed"}', 'remove_source', gen_random_uuid(), now(), 5`,
  )
  const fails = page.getByText('An error stopped it; the log of the worker has it by the job.')
  await fails.waitFor()
  await page.getByText('Ken does not try again by itself.').waitFor()
  await page.getByRole('button', { name: 'Try again: ticket' }).click()
  await page.getByText('There is no document yet.').waitFor()
  expect(await ken.world.sql(`select 1 from pgboss.job where name = 'dead_letter'`)).toEqual([])
})
