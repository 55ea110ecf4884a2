import {
  probeAnswerModel,
  probeEmbedder,
  probeMail,
  probeRedis,
  TestEmailFailed,
  type Config,
} from '@ken/composition'
import type { Email } from '@ken/core'
import { fail, passed, reasonOf, warn, type Check } from './check.ts'

/** Whether Redis responds and stores counts. Does not need the database. */
export async function checkRedis({ redisUrl }: Config): Promise<Check> {
  if (redisUrl === null)
    return passed('redis', 'Not set: this process counts the limits in memory.')
  const fault = await probeRedis(redisUrl)
  if (fault === null) return passed('redis', 'Responds.')
  return fail(
    'redis',
    `The Redis of KEN_REDIS_URL cannot be used. ${fault} Until then each process counts the limits separately.`,
  )
}

/** Whether the embedder responds. Does not need the database. */
export async function checkEmbedder({ embedder }: Config): Promise<Check> {
  if (embedder === null) return passed('embedder', 'Not set: keyword search only.')
  try {
    return passed(
      'embedder',
      `${embedder.model} answers, with ${await probeEmbedder(embedder)} dimensions.`,
    )
  } catch (error) {
    return warn(
      'embedder',
      `${reasonOf(error)} Only keyword search works until the embedder responds. Check the KEN_EMBEDDER_ settings.`,
    )
  }
}

/** Whether the answer model responds. Does not need the database. */
export async function checkAnswerModel({ answerModel }: Config): Promise<Check> {
  if (answerModel === null) return passed('model', 'Not set: answers list the results.')
  try {
    const { firstWordMs, charactersPerSecond } = await probeAnswerModel(answerModel)
    const rate =
      charactersPerSecond === null ? '' : `, and ${charactersPerSecond} characters a second`
    return passed(
      'model',
      `${answerModel.model} answers: first word after ${firstWordMs} ms${rate}.`,
    )
  } catch (error) {
    return warn(
      'model',
      `${reasonOf(error)} Until the model responds, answers list the results. Check the KEN_MODEL settings.`,
    )
  }
}

/** Whether the mail server accepts Ken's login and, if a recipient is given, a test email. */
export async function checkMail({ mail, baseUrl }: Config, to: Email | null): Promise<Check> {
  if (mail === null) {
    const detail = 'Not set: no one can be invited, and no notices are sent.'
    return to === null
      ? passed('mail', detail)
      : fail('mail', `${detail} Set KEN_SMTP_URL and KEN_MAIL_FROM.`)
  }
  try {
    await probeMail(mail, baseUrl, to)
  } catch (error) {
    return fail('mail', `${reasonOf(error)} ${mailAdvice(error)}`)
  }
  if (to !== null) return passed('mail', `A test email was sent to ${to}.`)
  const hasLogin = URL.parse(mail.smtpUrl)?.username !== ''
  return passed(
    'mail',
    hasLogin
      ? 'The mail server responds and accepts the login.'
      : 'The mail server responds. KEN_SMTP_URL has no login to check.',
  )
}

/** What happens to email while the mail server fails in this way. */
function mailAdvice(error: unknown): string {
  const outcome = error instanceof TestEmailFailed ? error.outcome : null
  return outcome === null ? 'Email stays queued until this is fixed.' : outcomeAdvice[outcome]
}

const outcomeAdvice: { readonly [Outcome in TestEmailFailed['outcome']]: string } = {
  deferred:
    'Ken keeps such an email and retries it. Run this again once it is fixed, or in a few minutes if it is temporary.',
  refused: 'Ken does not retry such an email. Check the address.',
  unknown: 'Ken sends such an email once more.',
}
