import { Fragment, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Table } from '../ui/display/table.tsx'
import { keyboardMessages } from './messages.ts'
import { useSingleKeys } from './single-keys.ts'
import './shortcut-table.css'

/** Keys that are pressed one after the other, or one of which is pressed. */
type Keys = { readonly keys: readonly string[]; readonly isPair?: boolean }

const shortcuts = {
  palette: { keys: ['Ctrl K', '⌘ K'] },
  search: { keys: ['/'] },
  go_to_search: { keys: ['g', 's'], isPair: true },
  go_to_people: { keys: ['g', 'p'], isPair: true },
  go_to_keys: { keys: ['g', 'k'], isPair: true },
  go_to_audit: { keys: ['g', 'a'], isPair: true },
  rows: { keys: ['j', 'k'] },
  open: { keys: ['Enter'] },
  select_row: { keys: ['x'] },
  row_menu: { keys: ['.'] },
  shortcuts: { keys: ['?'] },
  close: { keys: ['Esc'] },
} as const satisfies { readonly [command: string]: Keys }

const commands = Object.keys(shortcuts) as ReadonlyArray<keyof typeof shortcuts>

/** Every key that does something on all screens. */
export function ShortcutTable(): ReactNode {
  const messages = useMessages(keyboardMessages)
  const [isOn] = useSingleKeys()
  return (
    <>
      <p>{isOn ? messages.whileTyping : messages.areOff}</p>
      <Table label={messages.shortcuts} columns={[messages.keys, messages.meaning]} hasActs={false}>
        {commands.map((command) => (
          <tr key={command}>
            <td className="shortcut-keys">
              <KeyNames {...shortcuts[command]} />
            </td>
            <td className="shortcut-text">{messages.commands[command]}</td>
          </tr>
        ))}
      </Table>
    </>
  )
}

function KeyNames({ keys, isPair = false }: Keys): ReactNode {
  const messages = useMessages(keyboardMessages)
  return keys.map((key, position) => (
    <Fragment key={key}>
      {position > 0 && ` ${isPair ? messages.andThen : messages.or} `}
      <kbd>{key}</kbd>
    </Fragment>
  ))
}
