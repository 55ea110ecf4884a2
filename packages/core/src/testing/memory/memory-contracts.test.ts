import { ok } from '../../model/result.ts'
import {
  accountHoldersContract,
  accountStoreContract,
  agentStoreContract,
  answerLimiterContract,
  answerModelContract,
  auditChainStoreContract,
  auditStoreContract,
  backgroundHeartbeatsContract,
  processReportsContract,
  challengeStoreContract,
  chatMarkStoreContract,
  answersOfBotsContract,
  chatPostStoreContract,
  conversationStoreContract,
  documentFingerprintsContract,
  documentReaderContract,
  documentStoreContract,
  embedderContract,
  groupStoreContract,
  attemptLimitsContract,
  idempotencyStoreContract,
  identityHoldersContract,
  identityStoreContract,
  invitationImportStoreContract,
  invitationStoreContract,
  jobStoreContract,
  keyHoldersContract,
  keyLimiterContract,
  keyStoreContract,
  keyUsageContract,
  keyUsageStoreContract,
  leaseStoreContract,
  linkCodeStoreContract,
  passwordResetStoreContract,
  proxyReportStoreContract,
  recoveryCodeStoreContract,
  refusalStoreContract,
  searchIndexContract,
  searchLimiterContract,
  sessionRotationContract,
  sessionStoreContract,
  settingsStoreContract,
  sourceStoreContract,
  signInAttemptsContract,
  chatHealthContract,
  chatListenerContract,
  chatProbeContract,
  botSettingsStoreContract,
  chatThreadsContract,
  transactContract,
} from '../contracts/index.ts'
import { memoryAnswerLimiter } from './knowledge/memory-answer-limiter.ts'
import { memoryAnswerModel } from './knowledge/memory-answer-model.ts'
import { memoryDatabase } from './memory-database.ts'
import { memoryEmbedder } from './knowledge/memory-embedder.ts'
import { memoryKeyHolders } from './credentials/memory-key-holders.ts'
import { memorySearchLimiter } from './knowledge/memory-search-limiter.ts'
import { memoryKeyLimiter } from './credentials/memory-key-limiter.ts'
import { memorySearchIndex } from './knowledge/memory-search-index.ts'
import { memoryChatListener } from './chat/memory-chat-listener.ts'
import { memoryChatProbe } from './chat/memory-chat-probe.ts'
import { memoryChatThreads } from './chat/memory-chat-threads.ts'
import { memoryChat } from './chat/memory-chat.ts'
import { memoryTransact } from './stores/memory-transact.ts'
import { memoryWorld } from './memory-world.ts'
import { anAuditEntry } from '../builders/builders.ts'
import { teamChatSubjects } from '../builders/team-chats.ts'
import { testClock } from '../builders/test-clock.ts'

/** Transactions on an empty database with the system clock. */
const memoryStores = async () => ({
  transact: memoryTransact(memoryDatabase({ now: () => new Date() })),
  close: async () => {},
})

/** The same, with a clock that the test moves. */
const agingStores = async () => {
  const clock = testClock()
  return {
    transact: memoryTransact(memoryDatabase(clock)),
    age: async (milliseconds: number) => clock.advance(milliseconds),
    close: async () => {},
  }
}

accountHoldersContract('memory', memoryWorld)
accountStoreContract('memory', memoryStores)
auditChainStoreContract('memory', async () => {
  const clock = testClock()
  const database = memoryDatabase(clock)
  return {
    transact: memoryTransact(database),
    close: async () => {},
    tamper: {
      change: async (id) => {
        const { audit } = database.tables
        audit.set(Number(id), { ...audit.get(Number(id))!, target: 'forged' })
      },
      remove: async (id) => void database.tables.audit.delete(Number(id)),
      insert: async (id, ageMinutes) => {
        const at = new Date(clock.now().getTime() - ageMinutes * 60_000)
        database.tables.audit.set(Number(id), { ...anAuditEntry(), at })
      },
      unlink: async (id) => {
        const { auditChain } = database.tables
        for (const { position, entryId } of auditChain.values())
          if (entryId === Number(id)) auditChain.delete(position)
      },
      setTime: async (id) => {
        const { auditChain } = database.tables
        const at = new Date(Number.NaN)
        for (const link of auditChain.values())
          if (link.entryId === Number(id)) auditChain.set(link.position, { ...link, entryAt: at })
      },
      insertLink: async (position, id) => {
        const link = { position, entryId: Number(id), entryAt: clock.now(), isPrunable: true }
        database.tables.auditChain.set(position, { ...link, digest: '', hash: '' })
      },
      removeLink: async (position) => void database.tables.auditChain.delete(position),
      forget: async () => database.tables.auditChainState.clear(),
    },
  }
})
auditStoreContract('memory', memoryStores)
processReportsContract('memory', memoryWorld)
backgroundHeartbeatsContract('memory', memoryWorld)
challengeStoreContract('memory', memoryWorld)
chatMarkStoreContract('memory', memoryWorld)
answersOfBotsContract('memory', memoryWorld)
chatPostStoreContract('memory', memoryWorld)
documentReaderContract('memory', memoryWorld)
documentStoreContract('memory', memoryStores)
documentFingerprintsContract('memory', memoryStores)
groupStoreContract('memory', memoryStores)
attemptLimitsContract('memory', memoryWorld)
idempotencyStoreContract('memory', memoryWorld, { races: false })
identityHoldersContract('memory', memoryWorld)
identityStoreContract('memory', memoryWorld)
invitationImportStoreContract('memory', memoryWorld, { races: false })
invitationStoreContract('memory', memoryWorld, { races: false })
keyStoreContract('memory', memoryStores)
const countingWorld = async () => ({ ...(await memoryWorld()), settle: async () => {} })
keyUsageContract('memory', countingWorld)
keyUsageStoreContract('memory', countingWorld)
leaseStoreContract('memory', memoryWorld)
linkCodeStoreContract('memory', memoryWorld)
passwordResetStoreContract('memory', memoryWorld)
proxyReportStoreContract('memory', agingStores)
recoveryCodeStoreContract('memory', memoryWorld)
refusalStoreContract('memory', agingStores)
sessionRotationContract('memory', memoryWorld)
sessionStoreContract('memory', memoryWorld)
settingsStoreContract('memory', memoryWorld, { races: false })
sourceStoreContract('memory', memoryWorld, { races: false })
signInAttemptsContract('memory', memoryWorld)
chatHealthContract('memory', memoryWorld)
botSettingsStoreContract('memory', memoryWorld)
transactContract('memory', memoryStores)

agentStoreContract('memory', async () => {
  const database = memoryDatabase({ now: () => new Date() })
  return {
    transact: memoryTransact(database),
    make: async (...agents) =>
      agents.forEach((agent) => database.tables.agents.set(agent.id, agent)),
    close: async () => {},
  }
})

answerLimiterContract('memory', memoryAnswerLimiter)

answerModelContract('memory', async () => {
  const model = memoryAnswerModel()
  return {
    model,
    setUnavailable: (isUnavailable) => model.setUnavailable(isUnavailable),
    close: async () => {},
  }
})

conversationStoreContract('memory', async () => {
  const world = await memoryWorld()
  const countConversations = async () => {
    const { accounts, conversations } = world.database.tables
    const all = [...conversations.values()]
    return {
      all: all.length,
      withoutAccount: all.filter(({ userId }) => !accounts.has(userId)).length,
    }
  }
  return { ...world, countConversations }
})

embedderContract('memory', async () => {
  const embedder = memoryEmbedder()
  return {
    embedder,
    setUnavailable: (isUnavailable) => embedder.setUnavailable(isUnavailable),
    refuse: (word) => embedder.refuse(word),
    close: async () => {},
  }
})

jobStoreContract('memory', async () => {
  const database = memoryDatabase({ now: () => new Date() })
  return {
    within: async (work) =>
      void (await memoryTransact(database)(async ({ jobs }) => ok(await work(jobs)))),
    deadLetter: async () => {
      const { jobs, jobsDead } = database.tables
      const ids = [...jobs].map(([position, job]) => {
        jobs.delete(position)
        jobsDead.set(`${position}`, job)
        return `${position}`
      })
      return ids
    },
    waiting: async () => [...database.tables.jobs.values()],
    close: async () => {},
  }
})

keyHoldersContract('memory', async () => {
  const database = memoryDatabase({ now: () => new Date() })
  return {
    keyHolders: memoryKeyHolders(database),
    transact: memoryTransact(database),
    close: async () => {},
  }
})

keyLimiterContract('memory', async (windows) => {
  let time = Date.parse('2030-01-01T00:00:00Z')
  return {
    limiter: memoryKeyLimiter(() => new Date(time), windows),
    elapse: async (milliseconds) => {
      time += milliseconds
    },
    close: async () => {},
  }
})

searchLimiterContract('memory', async (limits) => memorySearchLimiter(limits))

searchIndexContract(
  'memory',
  async () => {
    const clock = testClock()
    const database = memoryDatabase(clock)
    const age = async (milliseconds: number) => clock.advance(milliseconds)
    return {
      searchIndex: memorySearchIndex(database),
      transact: memoryTransact(database),
      age,
      close: async () => {},
    }
  },
  { vectors: true },
)

/** A clock that goes on by a millisecond whenever it is read. */
function laterEachTime(): () => Date {
  let at = Date.UTC(2026, 0)
  return () => new Date((at += 1))
}

chatListenerContract('memory', async () => {
  const chat = memoryChat(laterEachTime())
  return {
    listener: memoryChatListener(chat),
    bot: chat.bot,
    say: (text) => chat.say(text).postedAt,
    setUnavailable: async (isUnavailable) => chat.setUnavailable(isUnavailable),
    setRevoked: chat.setRevoked,
    readsBack: false,
    close: async () => {},
  }
})

chatProbeContract('memory', async () => {
  const chat = memoryChat(laterEachTime())
  const { bot, identity, personToken } = chat
  return {
    probe: memoryChatProbe(chat),
    ...teamChatSubjects({ baseUrl: bot.baseUrl, token: bot.token }, personToken),
    bot: identity,
    setUnavailable: async (isUnavailable) => chat.setUnavailable(isUnavailable),
    close: async () => {},
  }
})

chatThreadsContract('memory', async () => {
  const chat = memoryChat(laterEachTime())
  return {
    threads: memoryChatThreads(chat),
    bot: chat.bot,
    refusedBot: { ...chat.bot, token: 'another' },
    ask: (thread) => {
      const { id, channelId, rootId, postedAt } = chat.say('a question', thread)
      return { thread: { channelId, rootId }, replyTo: { postId: id, postedAt }, isNew: false }
    },
    textsOfBot: ({ rootId }) =>
      chat.posts
        .filter((post) => post.rootId === rootId && post.authorId === chat.bot.botId)
        .map(({ text }) => text),
    reserves: false,
    deleteRoot: ({ rootId }) => chat.remove(rootId),
    archive: ({ channelId }) => chat.archive(channelId),
    setUnavailable: async (isUnavailable) => chat.setUnavailable(isUnavailable),
    failAfterNextPost: chat.failAfterNextPost,
    forgetPosts: () => {},
    close: async () => {},
  }
})
