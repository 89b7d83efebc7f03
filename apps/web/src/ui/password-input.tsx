import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { strings } from '../strings.ts'
import { IconButton } from './icon-button.tsx'
import { Input } from './input.tsx'

/** A password with a button that shows it. Pasting and password managers work. */
export function PasswordInput(props: Omit<ComponentProps<typeof Input>, 'type' | 'end'>) {
  const [shown, setShown] = useState(false)
  return (
    <Input
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton
          label={shown ? strings.ui.hidePassword : strings.ui.showPassword}
          icon={shown ? <EyeOff size={17} /> : <Eye size={17} />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
