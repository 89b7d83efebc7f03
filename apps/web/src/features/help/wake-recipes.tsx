import { RECIPES, recipeCommand } from '@flockwork/contract/clients/recipes'
import { useState } from 'react'
import { mcpHelp } from '../../strings/mcp-help.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const words = mcpHelp.steps.wake

/** The scripts that wake an assistant for each message, with this instance's URL. */
export function WakeRecipes() {
  const [shown, setShown] = useState(RECIPES[0]?.file ?? '')
  return (
    <Tabs
      label={words.label}
      value={shown}
      onValueChange={setShown}
      tabs={RECIPES.map((recipe) => ({
        value: recipe.file,
        // without the program's name, which the tabs above have
        label: recipe.file,
        content: (
          <>
            <CodeBlock code={recipe.script} language="sh" label={recipe.file} />
            <p className="py-2 text-sm text-ink-2">{words.save(recipe.file)}</p>
            <CodeBlock code={recipeCommand(location.origin, recipe)} label={words.run} />
          </>
        ),
      }))}
    />
  )
}
