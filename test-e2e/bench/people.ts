import { distributedWorld, ownerEmail, ownerPassword, type World } from '../support/distributed.ts'
import { startKen } from '../support/ken-program.ts'
import { bearer, sessionOf } from '../support/session.ts'
import { median } from './process-figures.ts'

const peopleCount = 100_000
const requestsPerQuestion = 100
const admin = '/api/v1/admin'

/** What administrators ask of many people, from the common to the rare. */
const questions = {
  firstPage: '/users?limit=25',
  deepPage: `/users?limit=25&cursor=${Buffer.from('"person-5@example.com"').toString('base64url')}`,
  searchCommon: '/users?q=son',
  searchRare: '/users?q=zq77',
  searchNothing: '/users?q=no-one-at-all',
  filtered: '/users?role=Admin&status=deactivated',
  suggestCommonPrefix: '/users/suggest?q=pe',
  suggestCommonInfix: '/users/suggest?q=so',
  suggestRareInfix: '/users/suggest?q=q7',
  suggestName: '/users/suggest?q=Ada%20K',
  suggestNothing: '/users/suggest?q=%25%5F%25',
  audit: '/audit?action=group',
}

/** Milliseconds of lists and type-ahead over HTTP among 100,000 people, one request after the other. */
export async function people(): Promise<unknown> {
  await using world = await distributedWorld({ redis: true })
  await world.sql(`update org_settings set mfa_required_roles = '{}'`)
  await addPeople(world)
  const ken = await startKen(['http'], { ...world, env: { ...world.env, KEN_LOG_LEVEL: 'warn' } })
  const headers = bearer(
    (await sessionOf(ken, { email: ownerEmail, password: ownerPassword })).token,
  )
  const figures: { [question: string]: { readonly median: number; readonly p99: number } } = {}
  for (const [question, path] of Object.entries(questions)) {
    const times: number[] = []
    for (let request = 0; request < requestsPerQuestion; request += 1) {
      const started = performance.now()
      const response = await fetch(`${ken.url}${admin}${path}`, { headers })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
      times.push(performance.now() - started)
    }
    const p99 = times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.99)]!
    figures[question] = { median: rounded(median(times)), p99: rounded(p99) }
  }
  await ken.stop()
  return { people: peopleCount, milliseconds: figures }
}

const rounded = (milliseconds: number): number => Number(milliseconds.toFixed(1))

/** People with names of a few hundred kinds, as a company has them, and a few that differ by one rare text. */
async function addPeople({ sql }: World): Promise<void> {
  await sql(
    `insert into users (id, email, name, role, status)
     select gen_random_uuid(), 'person-' || n || '@example.com',
       (array['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Margaret'])[1 + n % 7] || ' ' ||
         case when n % 10000 = 7 then 'Zq77' else (array['King', 'Hopper', 'Turing', 'Dijkstra', 'Liskov', 'Peterson'])[1 + n % 6] || n % 331 end,
       case when n % 50 = 0 then 'Admin' else 'Member' end,
       case when n % 20 = 0 then 'deactivated' else 'active' end
     from generate_series(1, $1) as n`,
    [peopleCount],
  )
  await sql(
    `insert into audit_log (via, action, target, outcome)
     select 'cli', case when n % 10 = 0 then 'group.create' else 'key.create' end, 'key:' || n, 'success' from generate_series(1, $1) as n`,
    [peopleCount],
  )
  await sql('analyze')
}
