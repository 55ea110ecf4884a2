import {
  changeBotMessenger,
  changeTeamChat,
  changeWorkspaceChat,
  createLinkCode,
  operator,
  redeemLinkCode,
  resolveIdentity,
} from '@ken/core'
import type { IdentitySource, ChatBot } from '@ken/core/ports'
import {
  aBotMessengerIn,
  aPersonIn,
  aSurface,
  aTeamChatIn,
  aWorkspaceChatIn,
  memoryPorts,
  valueOf,
  type MemoryPorts,
} from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import type { postgresPorts } from '../index.ts'

type World = ReturnType<typeof postgresPorts>
type Outcome = { readonly ok: boolean }
type Person = Awaited<ReturnType<typeof aPersonIn>>

/** A change of a bot after which it may no longer link a sender. */
type BotChange = {
  readonly name: string
  readonly setUp: (ports: MemoryPorts) => Promise<{ readonly bot: ChatBot }>
  /** Prepares a link of the person through the bot, and returns what makes it. */
  readonly linking: (
    ports: MemoryPorts,
    person: Person,
    bot: ChatBot,
  ) => Promise<(ports: MemoryPorts) => Promise<Outcome>>
  readonly change: (ports: MemoryPorts) => Promise<Outcome>
  /** How many links it leaves of one. */
  readonly linksLeft: 0 | 1
}

const surfaceOf = ({ source }: ChatBot) => aSurface({ source: source as string as IdentitySource }) // As `identitySourceOf`.

const byCode: BotChange['linking'] = async (given, { actor }, bot) => {
  const { code } = valueOf(await createLinkCode(given, { actor }))
  return (ports) => redeemLinkCode(ports, { actor: surfaceOf(bot), externalId: 'U1', code, bot })
}
const byEmail: BotChange['linking'] = async (_, { account }, bot) => {
  const sender = { actor: surfaceOf(bot), externalId: 'U1', verifiedEmail: account.email }
  return (ports) => resolveIdentity(ports, { ...sender, bot })
}

const elsewhere = 'https://elsewhere.example.com'
const changes: readonly BotChange[] = [
  {
    name: 'R157 the server of team chat changes',
    setUp: (ports) => aTeamChatIn(ports),
    linking: byCode,
    change: (ports) => changeTeamChat(ports, { actor: operator, baseUrl: elsewhere }),
    linksLeft: 0,
  },
  {
    name: 'R226 the address of the bot messenger changes',
    setUp: (ports) => aBotMessengerIn(ports),
    linking: byCode,
    change: (ports) => changeBotMessenger(ports, { actor: operator, apiRoot: elsewhere }),
    linksLeft: 0,
  },
  {
    name: 'R226 the app of the workspace chat changes',
    setUp: (ports) => aWorkspaceChatIn(ports),
    linking: byCode,
    change: (ports) =>
      changeWorkspaceChat(ports, {
        actor: operator,
        botToken: 'xoxb-0123456789',
        appToken: 'xapp-1-A0999999999-0123456789',
      }),
    linksLeft: 0,
  },
  {
    name: 'R227 matching by address is turned off',
    setUp: (ports) => aWorkspaceChatIn(ports, { matchesByEmail: true }),
    linking: byEmail,
    change: (ports) => changeWorkspaceChat(ports, { actor: operator, matchesByEmail: false }),
    linksLeft: 1,
  },
]

/**
 * What linking through a bot guarantees while the bot changes. `open` returns an empty database, `countWaiting` the
 * number of transactions that wait for a lock.
 */
export function botLinkRaces(
  name: string,
  open: () => Promise<World>,
  countWaiting: () => Promise<number> = async () => 0,
): void {
  /** Resolves once the work is over or waits for a lock. */
  async function stateOf(work: Promise<unknown>): Promise<'over' | 'waiting'> {
    let isOver = false
    const end = () => (isOver = true)
    void work.then(end, end)
    await expect.poll(async () => isOver || (await countWaiting()) > 0, { interval: 5 }).toBe(true)
    return isOver ? 'over' : 'waiting'
  }

  describe.each(changes)(
    `Linking on a shared database while $name: ${name}`,
    ({ setUp, linking, change, linksLeft }) => {
      const world = async () => {
        const ports = memoryPorts(await open())
        const { bot } = await setUp(ports)
        const person = await aPersonIn(ports)
        return { ports, userId: person.account.id, link: await linking(ports, person, bot) }
      }

      it('makes the change wait for a link that is not committed, and removes it if ids may belong to others', async () => {
        const { ports, userId, link } = await world()
        const held = heldBeforeCommit(ports)
        const linked = link(held.ports)
        await held.isReached
        const changed = change(ports)
        const state = await stateOf(changed)
        held.release()
        expect(state).toBe('waiting')
        expect(await Promise.all([linked, changed])).toMatchObject([{ ok: true }, { ok: true }])
        expect(await linksOf(ports, userId)).toHaveLength(linksLeft)
      })

      it('links no one after the change, also if the link began before its commit', async () => {
        const { ports, userId, link } = await world()
        const held = heldBeforeCommit(ports)
        const changed = change(held.ports)
        await held.isReached
        const linked = link(ports)
        const state = await stateOf(linked)
        held.release()
        expect(state).toBe('waiting')
        expect(await Promise.all([linked, changed])).toMatchObject([{ ok: false }, { ok: true }])
        expect(await linksOf(ports, userId)).toEqual([])
      })
    },
  )
}

/** Ports whose transactions stop after their audit entry, which both acts write after their change, until they are released. */
function heldBeforeCommit(ports: MemoryPorts) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const transact: MemoryPorts['transact'] = (work) =>
    ports.transact((stores) => {
      const append: typeof stores.audit.append = async (entry) => {
        await stores.audit.append(entry)
        reached.resolve()
        await released.promise
      }
      return work({ ...stores, audit: { ...stores.audit, append } })
    })
  return { ports: { ...ports, transact }, isReached: reached.promise, release: released.resolve }
}

const linksOf = async ({ transact }: MemoryPorts, userId: Person['account']['id']) =>
  (
    await transact(async ({ identities }) => ({
      ok: true,
      value: await identities.listByUser(userId),
    }))
  ).value
