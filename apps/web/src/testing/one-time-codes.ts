import type { OneTimeCodes } from '@ken/core/ports'
import type { Visit } from './visit.ts'

const stepMs = 30_000
let secrets = 0

const codeAtStep = (secret: string, step: number): string =>
  String((Number(secret.slice('SEED'.length)) * 1_000 + step) % 1_000_000).padStart(6, '0')

/** The code that an authenticator with the secret shows at a time. */
export const codeAt = (secret: string, at: Date): string =>
  codeAtStep(secret, Math.floor(at.getTime() / stepMs))

/** Codes of six digits, as the console asks for. */
export const oneTimeCodes: OneTimeCodes = {
  newSecret: () => `SEED${(secrets += 1)}`,
  uri: (secret, { email }) => `otpauth://totp/${email}?secret=${secret}`,
  matchingStep(secret, code, at) {
    const now = Math.floor(at.getTime() / stepMs)
    return [now - 1, now, now + 1].find((step) => codeAtStep(secret, step) === code) ?? null
  },
}

/** The secret for an authenticator that a page shows. */
export async function secretOn({ page }: Pick<Visit, 'page'>): Promise<string> {
  const { textContent } = await page.findByText(/^SEED/, { selector: 'code' })
  return textContent.replaceAll(' ', '')
}
