import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useSession } from '../session/use-session.ts'
import { useBotKit, type BotKit } from './bot-kit.ts'
import type { Bot } from './bot.ts'

const pollMs = 5_000

/** The bot as it is now, read again while the page is visible. */
export function useBot(): UseQueryResult<Bot> {
  const { client } = useSession()
  const kit = useBotKit()
  return useQuery({
    queryKey: keyOf(kit),
    queryFn: async () => kit.botOf(await client.request(kit.path)),
    refetchInterval: pollMs,
  })
}

/** Shows what an act returned, at once. */
export function useShowBot(): (bot: Bot) => void {
  const queryClient = useQueryClient()
  const kit = useBotKit()
  return (bot) => queryClient.setQueryData(keyOf(kit), bot)
}

/** Reads the bot again, after a refusal that may have changed it. */
export function useForgetBot(): () => void {
  const queryClient = useQueryClient()
  const kit = useBotKit()
  return () => void queryClient.invalidateQueries({ queryKey: keyOf(kit) })
}

const keyOf = ({ path }: BotKit): readonly string[] => ['bot', path]
