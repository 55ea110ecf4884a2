import type { Page } from '../../routing/register-pages.ts'

/** Liveness: the process responds. */
export const healthz: Page = {
  path: '/healthz',
  handler: (context) => context.json({ status: 'ok' }),
}
