import { ChevronDown, Dices } from 'lucide-react'
import { useState } from 'react'
import { register as words } from '../../../strings/register.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuCheckItem, MenuChoices, MenuSeparator } from '../../../ui/menu.tsx'
import { generateName, NAME_STYLES, type NameStyle } from './generate-name.ts'

const EDGE = 'border border-line-strong bg-raised touch:h-10'

/** Generates a random name, in the style chosen in its menu. */
export function NameDice({ onName }: { onName: (name: string) => void }) {
  const [style, setStyle] = useState<NameStyle>('adjective_noun')
  const [withNumber, setWithNumber] = useState(true)

  return (
    <span className="flex">
      <IconButton
        label={words.dice}
        icon={<Dices size={17} />}
        onClick={() => onName(generateName(style, withNumber))}
        className={`rounded-r-none border-r-0 ${EDGE}`}
      />
      <Menu
        trigger={
          <IconButton
            label={words.nameStyle}
            icon={<ChevronDown size={16} />}
            className={`w-8 rounded-l-none touch:w-9 ${EDGE}`}
          />
        }
      >
        <MenuChoices
          value={style}
          onValueChange={setStyle}
          choices={NAME_STYLES.map((value) => ({ value, label: words.styles[value] }))}
        />
        <MenuSeparator />
        <MenuCheckItem checked={withNumber} onCheckedChange={setWithNumber}>
          {words.withNumber}
        </MenuCheckItem>
      </Menu>
    </span>
  )
}
