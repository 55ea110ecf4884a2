import {
  addGroupMembers,
  changeEmail,
  changePassword,
  changeRole,
  createGroup,
  createInvitation,
  createKey,
  createLinkCode,
  createServiceKey,
  deactivateAccount,
  deleteAccount,
  endAccountSessions,
  endAllSessions,
  enrolSecondFactor,
  importDocuments,
  issuePasswordReset,
  ok,
  operator,
  pruneSource,
  removeDocuments,
  renewRecoveryCodes,
  resetSecondFactor,
  runIdempotently,
  signIn,
} from '@ken/core'
import type { Account, AccountId, Source, Stores } from '@ken/core/ports'
import {
  aDevice,
  aDocument,
  aPassword,
  aPasswordHash,
  aPersonIn,
  anEnrolledPersonIn,
  aSessionIn,
  memoryPorts,
  type MemoryPorts,
} from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import type { postgresPorts } from '../index.ts'
import { uuidSecrets } from './uuid-secrets.ts'

type World = ReturnType<typeof postgresPorts>
type Actor = Awaited<ReturnType<typeof aSessionIn>>['actor']
type Outcome = { readonly ok: boolean }
/** A person with a session, and another account to act on. */
type People = { readonly actor: Actor; readonly other: Account; readonly code: () => string }

const key = { name: 'laptop', lifetimeDays: null, sources: null } as const

/** Requests that create something that outlives their session. */
const acts: readonly {
  readonly name: string
  readonly act: (ports: MemoryPorts, people: People) => Promise<Outcome>
}[] = [
  {
    name: 'createKey',
    act: (ports, { actor }) => createKey(ports, { actor, ownerId: actor.userId, ...key }),
  },
  {
    name: 'createKey for another',
    act: (ports, { actor, other }) => createKey(ports, { actor, ownerId: other.id, ...key }),
  },
  {
    name: 'createServiceKey',
    act: (ports, { actor }) => createServiceKey(ports, { actor, source: 'helpdesk', ...key }),
  },
  { name: 'createLinkCode', act: (ports, { actor }) => createLinkCode(ports, { actor }) },
  {
    name: 'createInvitation',
    act: (ports, { actor }) =>
      createInvitation(ports, { actor, email: 'lin@example.com', role: 'Owner' }),
  },
  {
    name: 'createInvitation with an idempotency key',
    act: (ports, { actor }) =>
      runIdempotently(ports, {
        request: { callerId: actor.userId, operation: 'createInvitation', key: 'one' },
        fingerprint: 'one',
        act: (transact) =>
          createInvitation(
            { ...ports, transact },
            { actor, email: 'lin@example.com', role: 'Owner' },
          ),
        responseOf: ({ id }) => id,
      }),
  },
  {
    name: 'issuePasswordReset',
    act: (ports, { actor, other }) =>
      issuePasswordReset({ ...ports, mailer: null }, { actor, userId: other.id }),
  },
  {
    name: 'resetSecondFactor',
    act: (ports, { actor, other }) => resetSecondFactor(ports, { actor, userId: other.id }),
  },
  {
    name: 'changeRole',
    act: (ports, { actor, other }) => changeRole(ports, { actor, userId: other.id, role: 'Owner' }),
  },
  {
    name: 'changePassword',
    act: (ports, { actor }) =>
      changePassword(ports, {
        actor,
        currentPassword: aPassword,
        newPassword: 'another horse battery',
      }),
  },
  {
    name: 'renewRecoveryCodes',
    act: (ports, { actor, code }) => renewRecoveryCodes(ports, { actor, proof: { code: code() } }),
  },
]

const document = aDocument({ source: 'wiki', externalId: 'page' })
const wiki = 'wiki' as Source
const importAgain = {
  again: (ports: MemoryPorts) => importDocuments(ports, { actor: operator, documents: [document] }),
  unchanged: [{ kind: 'unchanged' }],
}
const newMember = { slug: 'finance', emails: ['member@example.com'] }

/** Acts that may take seconds, and the step that takes longest. */
const longActs: readonly {
  readonly name: string
  readonly store: 'documents' | 'groups'
  readonly step: string
  readonly act: (ports: MemoryPorts, actor: Actor) => Promise<Outcome>
  /** What shows that the act changed nothing: a further one, and its outcome. */
  readonly again: (ports: MemoryPorts) => Promise<Outcome>
  readonly unchanged: object
}[] = [
  {
    name: 'importDocuments',
    store: 'documents',
    step: 'upsert',
    act: (ports, actor) =>
      importDocuments(ports, { actor, documents: [{ ...document, title: 'Another title' }] }),
    ...importAgain,
  },
  {
    name: 'removeDocuments',
    store: 'documents',
    step: 'remove',
    act: (ports, actor) => removeDocuments(ports, { actor, source: wiki, externalIds: ['page'] }),
    ...importAgain,
  },
  {
    name: 'pruneSource',
    store: 'documents',
    step: 'remove',
    act: (ports, actor) =>
      pruneSource(ports, { actor, source: wiki, kept: [], created: 0, mayRemoveMost: true }),
    ...importAgain,
  },
  {
    name: 'addGroupMembers',
    store: 'groups',
    step: 'addMembers',
    act: (ports, actor) => addGroupMembers(ports, { actor, ...newMember }),
    again: (ports) => addGroupMembers(ports, { actor: operator, ...newMember }),
    unchanged: [{ verdict: 'added' }],
  },
]

/** Acts that end the session of a person. */
const ends = {
  endAccountSessions: (ports: MemoryPorts, userId: AccountId): Promise<Outcome> =>
    endAccountSessions(ports, { actor: operator, userId }),
  changeEmail: (ports: MemoryPorts, userId: AccountId): Promise<Outcome> =>
    changeEmail(ports, { actor: operator, userId, email: 'new@example.com' }),
  async 'signIn of another person in the same browser'(
    ports: MemoryPorts,
    userId: AccountId,
  ): Promise<Outcome> {
    const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
    const { value: sessions } = await ports.transact(async (stores) =>
      ok(await stores.sessions.listByUser(userId, { after: null, limit: 1 })),
    )
    const { id, generation } = sessions[0]!
    const previousRefreshToken = ports.refreshTokens.issue(id, generation)
    const credentials = { email: account.email, password: aPassword, rememberMe: false }
    return signIn(ports, { ...aDevice, ...credentials, previousRefreshToken })
  },
}

/** Waits until earlier work has either finished or waits for a lock. */
async function othersPass(ports: MemoryPorts): Promise<void> {
  for (let count = 0; count < 20; count += 1) {
    await ports.transact(async ({ accounts }) => ({ ok: true, value: await accounts.isEmpty() }))
  }
}

/** The ports, with extra work in every transaction just before its audit entry. */
const beforeAudit = (ports: MemoryPorts, work: (stores: Stores) => Promise<void>): MemoryPorts => ({
  ...ports,
  transact: (act) =>
    ports.transact((stores) => {
      const append: typeof stores.audit.append = async (entry) => {
        await work(stores)
        return stores.audit.append(entry)
      }
      return act({ ...stores, audit: { ...stores.audit, append } })
    }),
})

/** The ports, with extra work after a step of a store. */
const afterStep = (
  ports: MemoryPorts,
  { store, step }: Pick<(typeof longActs)[number], 'store' | 'step'>,
  work: () => Promise<unknown>,
): MemoryPorts => ({
  ...ports,
  transact: (act) =>
    ports.transact((stores) => {
      const taken: object = stores[store]
      const changed = async (...of: unknown[]) => {
        const value = await Reflect.get(taken, step)(...of)
        await work()
        return value
      }
      return act({ ...stores, [store]: { ...taken, [step]: changed } })
    }),
})

/** What the end of a session guarantees on a shared database. `open` returns an empty database. */
export function endedSessionRaces(name: string, open: () => Promise<World>): void {
  const world = async () => {
    const ports = memoryPorts({ ...(await open()), secrets: uuidSecrets })
    const [{ account, code }, { account: other }] = [
      await anEnrolledPersonIn(ports, { role: 'Owner', passwordHash: aPasswordHash }),
      await aPersonIn(ports, { role: 'Admin' }),
    ]
    const { actor } = await aSessionIn(ports, account)
    return { ports, account, people: { actor, other, code } }
  }

  describe(`Acts of a session that ends, on a shared database: ${name}`, () => {
    describe.each(Object.entries(ends))('%s', (_, end) => {
      it.each(acts)('R147 lets no $name commit after the end of its session', async ({ act }) => {
        const { ports, account, people } = await world()
        const order: string[] = []
        const ending: Promise<unknown>[] = []
        const acting = beforeAudit(ports, async () => {
          const ended = end(ports, account.id)
          ending.push(ended.then((outcome) => order.push(outcome.ok ? 'ended' : 'refused')))
          await othersPass(ports)
          order.push('acted')
        })
        expect(await act(acting, people)).toMatchObject({ ok: true })
        await Promise.all(ending)
        expect(order).toEqual(['acted', 'ended'])
      })

      it.each(acts)(
        'R147 refuses $name that began before the end of its session was committed',
        async ({ act }) => {
          const { ports, account, people } = await world()
          const acting: Promise<Outcome>[] = []
          const ending = beforeAudit(ports, async () => {
            acting.push(act(ports, people))
            await othersPass(ports)
          })
          expect(await end(ending, account.id)).toMatchObject({ ok: true })
          expect(await Promise.all(acting)).toMatchObject([{ ok: false }])
        },
      )
    })

    it.each(longActs)(
      'R42 R147 ends the session without waiting for $name, which changes nothing then',
      async ({ act, again, unchanged, ...step }) => {
        const { ports, account, people } = await world()
        await importDocuments(ports, { actor: operator, documents: [document] })
        await createGroup(ports, { actor: operator, slug: 'finance' })
        await aPersonIn(ports, { email: 'member@example.com' })
        const ended: Outcome[] = []
        const acting = afterStep(ports, step, async () =>
          ended.push(await endAccountSessions(ports, { actor: operator, userId: account.id })),
        )
        expect(await act(acting, people.actor)).toMatchObject({
          error: { code: 'account.forbidden' },
        })
        expect(ended).toMatchObject([{ ok: true }])
        expect(await again(ports)).toMatchObject({ ok: true, value: unchanged })
      },
    )

    describe('waiting', () => {
      it('R147 lets two administrators end each other’s sessions concurrently without a deadlock', async () => {
        for (let round = 0; round < 10; round += 1) {
          const { ports } = await world()
          const [{ account: ada }, { account: bob }] = [
            await aPersonIn(ports, { role: 'Owner' }),
            await aPersonIn(ports, { role: 'Owner' }),
          ]
          const [one, two] = [await aSessionIn(ports, ada), await aSessionIn(ports, bob)]
          const ended = await Promise.all([
            endAccountSessions(ports, { actor: one.actor, userId: bob.id }),
            endAccountSessions(ports, { actor: two.actor, userId: ada.id }),
          ])
          expect(ended.filter((outcome) => outcome.ok)).toHaveLength(1)
        }
      })

      it('R147 lets administrators add themselves to a group while their address changes, without a deadlock', async () => {
        const { ports } = await world()
        await createGroup(ports, { actor: operator, slug: 'finance' })
        for (let round = 0; round < 10; round += 1) {
          const { account } = await aPersonIn(ports, { role: 'Admin' })
          const { actor } = await aSessionIn(ports, account)
          const add = { actor, slug: 'finance', emails: [account.email] }
          const email = `moved-${round}@example.com`
          const [, changed] = await Promise.all([
            addGroupMembers(ports, add),
            changeEmail(ports, { actor: operator, userId: account.id, email }),
          ])
          expect(changed).toMatchObject({ ok: true })
        }
      })

      it('R147 throws from no request and no end of a session, in either order', async () => {
        for (const end of [
          deleteAccount,
          deactivateAccount,
          endAccountSessions,
          resetSecondFactor,
        ]) {
          const { ports, account } = await world()
          await aPersonIn(ports, { role: 'Owner' })
          const sessions = await Promise.all(
            Array.from({ length: 4 }, () => aSessionIn(ports, account)),
          )
          await Promise.all(
            sessions.flatMap(({ actor }, position) => [
              createKey(ports, { actor, ownerId: account.id, ...key }),
              createServiceKey(ports, { actor, source: 'helpdesk', ...key }),
              createInvitation(ports, {
                actor,
                email: `lin-${position}@example.com`,
                role: 'Owner',
              }),
              enrolSecondFactor(ports, { actor }),
              position === 2
                ? end(ports, { actor: operator, userId: account.id })
                : endAllSessions(ports, { actor, keepCurrent: true }),
            ]),
          )
          expect(
            await createKey(ports, { actor: sessions[0]!.actor, ownerId: account.id, ...key }),
          ).toMatchObject({ ok: false })
        }
      })
    })
  })
}
