import { resetPage } from '../../pages/reset-page.ts'
import type { Page } from '../../routing/register-pages.ts'

/** The page that password-reset links open. Opening it does not consume the link. */
export const reset: Page = {
  path: '/reset',
  handler: async (context) => context.html(await resetPage()),
}
