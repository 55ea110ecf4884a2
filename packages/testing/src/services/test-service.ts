/** A server that the tests may use, where it comes from, and how to let go of it. */
export type TestService = {
  readonly url: string
  readonly source: string
  readonly stop: () => Promise<void>
}

/** That there is no such server here, and why. */
export type AbsentService = { readonly url: null; readonly reason: string }

/** One way to a server. */
export type ServiceAttempt = () => Promise<TestService | AbsentService>

/**
 * The first server that an attempt finds, in order, or all the reasons why there is none.
 * With `KEN_TEST_STRICT=1` none is an error, so that a build never passes by skipping.
 */
export async function firstService(
  name: string,
  attempts: readonly ServiceAttempt[],
  strict = process.env['KEN_TEST_STRICT'] === '1',
): Promise<TestService | AbsentService> {
  const reasons: string[] = []
  for (const attempt of attempts) {
    const found = await attempt()
    if (found.url !== null) return found
    reasons.push(found.reason)
  }
  const reason = reasons.join('; ')
  if (strict)
    throw new Error(
      `No ${name} for the tests: ${reason}. Provide one, or unset KEN_TEST_STRICT to skip its tests.`,
    )
  return { url: null, reason }
}

/** The server that a variable names; nothing is stopped in the end, because the tests did not start it. */
export async function serviceFromVariable(variable: string): Promise<TestService | AbsentService> {
  const url = process.env[variable]
  return url
    ? { url, source: variable, stop: async () => {} }
    : { url: null, reason: `${variable} is not set` }
}
