import { invitePage } from '../../pages/invite-page.ts'
import type { Page } from '../../routing/register-pages.ts'

/** The page that invitation links open. Opening it does not consume the link. */
export const invite: Page = {
  path: '/invite',
  handler: async (context) => context.html(await invitePage()),
}
