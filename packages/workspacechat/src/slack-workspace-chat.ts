import type {
  ChatPlatform,
  Clock,
  Log,
  WorkspaceDirectory,
  WorkspaceRequests,
} from '@ken/core/ports'
import { outboundGuard, systemTiming } from '@ken/outbound'
import type { Transport } from './api/web-api.ts'
import { readingListener } from './listener/reading-listener.ts'
import { slackChatListener } from './listener/slack-chat-listener.ts'
import { slackWorkspaceRequests } from './requests/slack-workspace-requests.ts'
import { slackWorkspaceDirectory } from './slack-workspace-directory.ts'
import { slackChatGreeter } from './slack-chat-greeter.ts'
import { slackChatProbe } from './slack-chat-probe.ts'
import { slackChatThreads } from './threads/slack-chat-threads.ts'

/** The address of Slack's Web API. */
export const slackApiUrl = 'https://slack.com/api/'

export type SlackWorkspaceChatOptions = {
  readonly clock: Clock
  readonly log: Log
  /** The address of the Web API, such as `slackApiUrl` or that of a gateway. Sockets lead there or to Slack. */
  readonly apiUrl: string
  /** Whether the Web API may be on this machine. */
  readonly allowLoopback: boolean
}

/** The platform, who its members are, and what it sends in requests. */
export type SlackWorkspaceChat = ChatPlatform<'workspace_chat'> & {
  readonly directory: WorkspaceDirectory
  readonly requests: WorkspaceRequests
}

/** The workspace chat Slack. Opens no connection by itself. Throws for an address that is no URL of HTTP. */
export function slackWorkspaceChat({
  clock,
  log,
  apiUrl,
  allowLoopback,
}: SlackWorkspaceChatOptions): SlackWorkspaceChat {
  const transport: Transport = {
    apiUrl: parseApiUrl(apiUrl),
    guard: outboundGuard({ allowLoopback }),
    timing: systemTiming,
  }
  return {
    directory: slackWorkspaceDirectory(transport),
    greeter: slackChatGreeter(transport),
    listener: {
      listen: (bot, since, inbox) => {
        const { appToken } = bot
        return appToken === null
          ? readingListener(transport, { clock, log }).listen(bot, since, inbox)
          : slackChatListener(transport, { clock, log }).listen({ ...bot, appToken }, since, inbox)
      },
    },
    probe: slackChatProbe(transport),
    requests: slackWorkspaceRequests(transport, { log }),
    threads: slackChatThreads(transport, { clock, log }),
  }
}

/** The methods are below the last slash, which may be left out. */
function parseApiUrl(apiUrl: string): URL {
  const url = URL.parse(apiUrl.replace(/\/*$/, '/'))
  const isHttp = url !== null && ['http:', 'https:'].includes(url.protocol)
  if (!isHttp || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('The address of the Web API is no URL of HTTP without credentials.')
  return url
}
