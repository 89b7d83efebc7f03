import { Ellipsis } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { taskList as words } from '../../../strings/tasks.ts'
import { IconButton } from '../../../ui/icon-button.tsx'

interface Props {
  /** The name of the task. */
  name: string
  /** The menu, initially open, around its button. */
  renderMenu: (button: ReactNode) => ReactNode
}

/** The button of a task's menu, which is mounted on the first click: a hundred mounted menus slow the list down. */
export function MenuButton({ name, renderMenu }: Props) {
  const [wasPressed, setPressed] = useState(false)
  if (wasPressed) return renderMenu(<Dots name={name} />)
  return (
    <Dots
      name={name}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setPressed(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setPressed(true)
      }}
    />
  )
}

function Dots({
  name,
  ...rest
}: { name: string } & Omit<ComponentProps<'button'>, 'aria-label' | 'children'>) {
  return (
    <IconButton
      size="sm"
      label={words.more(name)}
      icon={<Ellipsis size={16} />}
      className="touch:size-10"
      {...rest}
    />
  )
}
