import { Check } from 'lucide-react'
import * as RadixMenu from 'radix-ui/dropdown-menu'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { useFloatingLayer } from './floating-layer.ts'

interface MenuProps {
  /** The trigger button. */
  trigger: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  className?: string
  /** Open initially: it was requested before its chunk had loaded. */
  isOpenAtFirst?: boolean
  onOpen?: () => void
  /** Called on close: the element to focus instead of the trigger, if any. */
  returnTo?: () => HTMLElement | null
  children: ReactNode
}

/** A menu of actions or links behind a button. Typing finds an item; the typeahead resets after a second. */
export function Menu({
  trigger,
  side = 'bottom',
  align = 'end',
  className,
  isOpenAtFirst = false,
  onOpen,
  returnTo,
  children,
}: MenuProps) {
  const layer = useFloatingLayer()
  return (
    // Not modal: the page stays reachable for assistive technology and keeps its scroll bar.
    <RadixMenu.Root modal={false} defaultOpen={isOpenAtFirst} onOpenChange={(isOpen) => isOpen && onOpen?.()}>
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      <RadixMenu.Portal>
        <RadixMenu.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            const instead = returnTo?.()
            if (!instead) return
            event.preventDefault()
            instead.focus()
          }}
          className={cx(
            layer,
            'max-h-(--radix-dropdown-menu-content-available-height) min-w-52 max-w-[calc(100vw-16px)] overflow-y-auto',
            'rounded-panel bg-raised p-1.5 text-ink shadow-2',
            'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
            className,
          )}
        >
          {children}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  )
}

const ROW =
  'relative flex min-h-8 items-center gap-2.5 rounded-[8px] px-2.5 py-1.5 text-sm select-none touch:min-h-10 ' +
  'outline-offset-[-2px] data-[highlighted]:bg-sunken data-[disabled]:text-ink-3 dark:data-[highlighted]:bg-line'

interface ItemProps {
  icon?: ReactNode
  /** The keyboard shortcut or a note, at the right end. */
  aside?: ReactNode
  tone?: 'plain' | 'danger'
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, aside, tone = 'plain', disabled = false, onSelect, children }: ItemProps) {
  return (
    <RadixMenu.Item
      disabled={disabled}
      onSelect={onSelect}
      className={cx(
        ROW,
        tone === 'danger' && 'text-rose data-[highlighted]:bg-rose-soft dark:data-[highlighted]:bg-rose-soft',
      )}
    >
      {icon && <span className={cx('flex', tone === 'plain' && 'text-ink-2')}>{icon}</span>}
      <span className="min-w-0 flex-1">{children}</span>
      {aside && <span className="text-xs text-ink-3">{aside}</span>}
    </RadixMenu.Item>
  )
}

interface CheckItemProps {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  children: ReactNode
}

/** A checkbox item; the menu stays open for further choices. */
export function MenuCheckItem({ checked, onCheckedChange, disabled = false, children }: CheckItemProps) {
  return (
    <RadixMenu.CheckboxItem
      checked={checked}
      disabled={disabled}
      onCheckedChange={onCheckedChange}
      onSelect={(event) => event.preventDefault()}
      className={cx(ROW, 'pr-8')}
    >
      <span className="min-w-0 flex-1">{children}</span>
      <RadixMenu.ItemIndicator className="absolute right-2.5 text-spruce">
        <Check size={16} aria-hidden="true" />
      </RadixMenu.ItemIndicator>
    </RadixMenu.CheckboxItem>
  )
}

interface ChoiceProps<Value extends string> {
  value: Value
  onValueChange: (value: Value) => void
  choices: readonly { value: Value; label: string; aside?: string }[]
}

/** A radio item. */
export function MenuChoices<Value extends string>({ value, onValueChange, choices }: ChoiceProps<Value>) {
  return (
    <RadixMenu.RadioGroup
      value={value}
      onValueChange={(next) => {
        const choice = choices.find((candidate) => candidate.value === next)
        if (choice) onValueChange(choice.value)
      }}
    >
      {choices.map((choice) => (
        <RadixMenu.RadioItem key={choice.value} value={choice.value} className={cx(ROW, 'pr-8')}>
          <span className="min-w-0 flex-1 truncate">{choice.label}</span>
          {choice.aside && <span className="tabular text-xs text-ink-3">{choice.aside}</span>}
          <RadixMenu.ItemIndicator className="absolute right-2.5 text-spruce">
            <Check size={16} aria-hidden="true" />
          </RadixMenu.ItemIndicator>
        </RadixMenu.RadioItem>
      ))}
    </RadixMenu.RadioGroup>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <RadixMenu.Label className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-ink-3">
      {children}
    </RadixMenu.Label>
  )
}

export function MenuSeparator() {
  return <RadixMenu.Separator className="mx-2 my-1.5 h-px bg-line" />
}
