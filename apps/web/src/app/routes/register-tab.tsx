import { loadRegisterPage } from '../../features/agents/index.ts'
import { useMention } from '../shell/use-mention.ts'

/** The Register page; it can put a mention of the new agent into the composer. */
export async function loadRegisterTab() {
  const { RegisterPage } = await loadRegisterPage()
  return { RegisterTab: () => <RegisterPage onMention={useMention()} /> }
}
