import {
  botMessengerAdvice,
  countUnreadableFactors,
  operator,
  showBotMessenger,
  showSecretRotation,
  showTeamChat,
  showWorkspaceChat,
  teamChatAdvice,
  workspaceChatAdvice,
  type Ports,
} from '@ken/core'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import type { PartHealth, ServiceHealth, SystemPart } from '../ken.ts'
import { probeAnswerModel, probeEmbedder, probeMail } from './probes.ts'

type Verdict = Omit<ServiceHealth, 'part'>
type Look = () => Promise<Verdict>

const waitMs = 2_000
const minuteMs = 60_000
/** A fault may be fixed soon. */
const faultKeptMs = 30_000

const working =
  (probe: () => Promise<unknown>): Look =>
  async () => {
    await probe()
    return { state: 'ok' }
  }
const off: Look = async () => ({ state: 'off' })

/** Looks at the services that Ken uses beside what every request needs. */
const looksAt = (
  config: Config,
  ports: Ports,
): ReadonlyArray<{
  readonly part: ServiceHealth['part']
  readonly look: Look
  /** How long a good verdict is kept: looking costs the service something. */
  readonly keptMs: number
}> => {
  const { mail, embedder, answerModel, breachUrl, baseUrl } = config
  return [
    {
      part: 'email',
      look: mail === null ? off : working(() => probeMail(mail, baseUrl, null)),
      keptMs: minuteMs,
    },
    {
      part: 'embedder',
      look: embedder === null ? off : working(() => probeEmbedder(embedder)),
      keptMs: 5 * minuteMs,
    },
    {
      part: 'answer_model',
      look: answerModel === null ? off : working(() => probeAnswerModel(answerModel)),
      keptMs: 10 * minuteMs,
    },
    { part: 'team_chat', look: () => lookAtTeamChat(ports), keptMs: 5_000 },
    { part: 'workspace_chat', look: () => lookAtWorkspaceChat(ports), keptMs: 5_000 },
    { part: 'bot_messenger', look: () => lookAtBotMessenger(ports), keptMs: 5_000 },
    {
      part: 'breach_check',
      look: breachUrl === null || breachUrl === '' ? off : () => lookAtBreachCheck(ports),
      keptMs: 5 * minuteMs,
    },
    { part: 'secrets', look: () => lookAtSecrets(ports), keptMs: 60 * minuteMs },
  ]
}

async function lookAtTeamChat(ports: Ports): Promise<Verdict> {
  const shown = await showTeamChat(ports, { actor: operator })
  if (!shown.ok) throw new Error(shown.error.code)
  return verdictOf(shown.value.delivery, teamChatAdvice)
}

async function lookAtWorkspaceChat(ports: Ports): Promise<Verdict> {
  const shown = await showWorkspaceChat(ports, { actor: operator })
  if (!shown.ok) throw new Error(shown.error.code)
  return verdictOf(shown.value.delivery, workspaceChatAdvice)
}

async function lookAtBotMessenger(ports: Ports): Promise<Verdict> {
  const shown = await showBotMessenger(ports, { actor: operator })
  if (!shown.ok) throw new Error(shown.error.code)
  return verdictOf(shown.value.delivery, botMessengerAdvice)
}

function verdictOf<Fault extends string>(
  { since, reason }: { readonly since: Date | null; readonly reason: Fault | null },
  advice: { readonly [Reason in Fault]: string },
): Verdict {
  if (reason === 'off') return { state: 'off' }
  const known = since === null ? {} : { since }
  return reason === null
    ? { state: 'ok', ...known }
    : { state: 'away', reason: advice[reason], ...known }
}

/** Asks about a word that is no one’s password. */
const lookAtBreachCheck = async ({ breachedPasswords }: Ports): Promise<Verdict> =>
  (await breachedPasswords.check('password')) === 'unavailable'
    ? { state: 'away', reason: 'It does not respond. New passwords are not checked for breaches.' }
    : { state: 'ok' }

async function lookAtSecrets(ports: Ports): Promise<Verdict> {
  const unreadable = await countUnreadableFactors(ports, { actor: operator })
  if (unreadable > 0)
    return {
      state: 'away',
      reason: `${unreadable} stored secrets of two-factor authentication cannot be decrypted; their owners can sign in only with a recovery code. See: ken doctor`,
    }
  const { ids, foreign, outdated } = await showSecretRotation(ports, { actor: operator })
  if (foreign.length > 0)
    return {
      state: 'away',
      reason: `Another server signs with ${foreign.join(', ')}, which KEN_SECRETS of this one does not have. See: ken doctor`,
    }
  if (ids.unused.length === 0 && outdated === 0) return { state: 'ok' }
  return { state: 'unfinished', reason: 'A rotation of the secrets is unfinished. See: ken doctor' }
}

/**
 * The last verdict, which is renewed when it is old. What takes longer than two seconds is finished
 * in the background.
 */
function remembered(look: Look, keptMs: number, nowMs: () => number): Look {
  let verdict: Verdict = { state: 'unknown' }
  let kept = { fromMs: Infinity, untilMs: -Infinity }
  let running: Promise<void> | null = null
  const renew = async () => {
    verdict = await look().catch((error: unknown) => ({
      state: 'away' as const,
      reason: error instanceof Error ? error.message : String(error),
    }))
    const fromMs = nowMs()
    kept = { fromMs, untilMs: fromMs + (verdict.state === 'away' ? faultKeptMs : keptMs) }
    running = null
  }
  return async () => {
    const askedMs = nowMs()
    // A clock that was set back must not keep the verdict for longer.
    if (askedMs < kept.fromMs || askedMs >= kept.untilMs) running ??= renew()
    await Promise.race([running, sleep(waitMs, null, { ref: false })])
    return verdict
  }
}

/**
 * The state of every part and service, and since when this process sees it. Services are asked only
 * when this is called, and not each time.
 */
export function systemParts(
  config: Config,
  ports: Ports,
  health: () => Promise<{ readonly parts: readonly PartHealth[] }>,
): () => Promise<readonly SystemPart[]> {
  const now = () => ports.clock.now()
  const seen = new Map<string, { readonly state: string; readonly since: Date }>()
  const sinceOf = (part: string, state: string): Date => {
    const before = seen.get(part)
    if (before?.state === state) return before.since
    const since = now()
    seen.set(part, { state, since })
    return since
  }
  const services = looksAt(config, ports).map(({ part, look, keptMs }) => ({
    part,
    look: remembered(look, keptMs, () => now().getTime()),
  }))
  return async () => {
    const [{ parts }, ...verdicts] = await Promise.all([
      health(),
      ...services.map(async ({ part, look }) => ({ part, ...(await look()) })),
    ])
    return [...parts, ...verdicts].map((part) => ({
      reason: null,
      since: sinceOf(part.part, part.state),
      ...part,
    }))
  }
}
